import ShelfDatabase
import ShelfWire
import Synchronization

/// Windows that the shelves no longer show: read once, and then kept for those who ask next.
final class OlderWindows: Sendable {
    private struct Name: Hashable {
        let store: String
        let sequence: Int64
    }

    private let folder: PublishedFolder
    private let database: any ScheduleDatabase
    private let kept = Mutex<[Name: ReadyReply]>([:])

    /// Whoever was away asks for the few that are just gone.
    private static let keptAtMost = 64

    init(folder: PublishedFolder, database: any ScheduleDatabase) {
        self.folder = folder
        self.database = database
    }

    /// The window, when it was asked for lately.
    func ready(of store: String, sequence: Int64) -> ReadyReply? {
        kept.withLock { $0[Name(store: store, sequence: sequence)] }
    }

    /// The window, from the folder or else from the database.
    func window(of store: String, sequence: Int64) async throws -> ReadyReply? {
        if let ready = ready(of: store, sequence: sequence) { return ready }
        guard let window = try await read(store, sequence) else { return nil }
        kept.withLock { kept in
            if kept.count >= Self.keptAtMost { kept.removeAll() }
            kept[Name(store: store, sequence: sequence)] = window
        }
        return window
    }

    private func read(_ store: String, _ sequence: Int64) async throws -> ReadyReply? {
        let filed = await elsewhere { [folder] in
            folder.window(store: store, sequence: sequence).map { Self.window($0, WindowFile.digest(of: $0)) }
        }
        if let filed { return filed }
        return try await database.window(of: store, sequence: sequence).map { Self.window($0.bytes, $0.digest) }
    }

    private static func window(_ bytes: [UInt8], _ digest: String) -> ReadyReply {
        ReadyReply(ReadyWindow.numbered(bytes, digest: digest))
    }

    /// To read a file and hash it here would hold up all that are answered on this event loop.
    private func elsewhere(_ work: @escaping @Sendable () -> ReadyReply?) async -> ReadyReply? {
        await Task.detached(operation: work).value
    }
}
