import ShelfDatabase
import ShelfWire

/// Windows that are no longer held ready.
struct OlderWindows: Sendable {
    let folder: PublishedFolder
    let database: any ScheduleDatabase

    struct Window: Sendable {
        let bytes: [UInt8]
        let digest: String
    }

    /// The window, from the folder or else from the database.
    func window(of store: String, sequence: Int64) async throws -> Window? {
        let filed = await elsewhere { folder.window(store: store, sequence: sequence).map(Self.window) }
        if let filed { return filed }
        guard let stored = try await database.window(of: store, sequence: sequence) else { return nil }
        return Window(bytes: stored.bytes, digest: stored.digest)
    }

    private static func window(_ bytes: [UInt8]) -> Window {
        Window(bytes: bytes, digest: WindowFile.digest(of: bytes))
    }

    /// To read a file and hash it here would hold up all that are answered on this event loop.
    private func elsewhere(_ work: @escaping @Sendable () -> Window?) async -> Window? {
        await Task.detached(operation: work).value
    }
}
