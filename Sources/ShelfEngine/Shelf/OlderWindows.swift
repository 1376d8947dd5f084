package import ShelfDatabase
import ShelfWire

/// Finds windows that are no longer in memory, first in the published folder and then in the database.
package struct OlderWindows: Sendable {
    private let folder: PublishedFolder
    private let database: any ScheduleDatabase

    package init(folder: PublishedFolder, database: any ScheduleDatabase) {
        self.folder = folder
        self.database = database
    }

    /// Returns a window's bytes and their digest; `nil` when the window was never issued here or has been deleted.
    package func window(of store: String, sequence: Int64) async throws -> (bytes: [UInt8], digest: String)? {
        // Run this off the event loop: reading and hashing a file would delay everyone whom the loop serves.
        let filed = await Task.detached { [folder] in
            folder.window(store: store, sequence: sequence).map { ($0, WindowFile.digest(of: $0)) }
        }.value
        if let filed { return filed }
        return try await database.window(of: store, sequence: sequence).map { ($0.bytes, $0.digest) }
    }
}
