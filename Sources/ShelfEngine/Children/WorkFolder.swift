package import Foundation
import ShelfDatabase

/// Where child processes work: each in a folder of its own, which is removed afterwards.
///
/// Only this user can read them, since what designers make isn't for everybody before its release.
package struct WorkFolder: Sendable {
    private let url: URL

    /// - Parameter url: of a folder that is for nothing else. It is made when it is first needed.
    package init(at url: URL) { self.url = url }

    /// For programs without a data folder: a new one for each process. Who uses it clears it at the end.
    package static let temporary = WorkFolder(
        at: FileManager.default.temporaryDirectory.appending(path: "shelflife-work-\(UUID())"))

    /// Removes the folder, and in it the files of a process that was killed. No process may work there then.
    package func clear() throws {
        guard FileManager.default.fileExists(atPath: url.path) else { return }
        try FileManager.default.removeItem(at: url)
    }

    /// Runs `body` with an empty folder.
    package func withFolder<Value>(_ body: (URL) async throws -> Value) async throws -> Value {
        let folder = url.appending(path: UUID().uuidString, directoryHint: .isDirectory)
        for made in [url, folder] where mkdir(made.path, 0o700) != 0 && (errno != EEXIST || made == folder) {
            throw StorageError(made.path, POSIXErrorCode(rawValue: errno) ?? .EIO)
        }
        defer { try? FileManager.default.removeItem(at: folder) }
        return try await body(folder)
    }
}
