import Foundation
package import ShelfDatabase
package import ShelfModel

extension DataFolder {
    /// The file in which ``note(backedUpAt:)`` keeps its instant. It is no secret.
    private var backedUpFile: String { secrets.appending(path: "backed-up").path }

    /// The moment of the newest backup; `nil` when none was noted.
    package var backedUp: Instant? {
        guard let text = try? String(contentsOfFile: backedUpFile, encoding: .utf8) else { return nil }
        return RFC3339.instant(text.trimmingCharacters(in: .newlines))
    }

    /// Notes that a backup of the database as it was at this moment is whole.
    package func note(backedUpAt instant: Instant) throws(StorageError) {
        do {
            let file = try StagedFile(Array("\(RFC3339.text(instant))\n".utf8), at: backedUpFile + ".part")
            try file.synchronize()
            try file.place(at: backedUpFile)
        } catch {
            throw StorageError(backedUpFile, error)
        }
    }
}
