import Foundation
import ShelfDatabase
import ShelfTerminal

/// Keeps beside content which version of a server it was made from.
struct BaseFile {
    static let name = ".shelflife-base"

    private let url: URL

    /// - Parameter folder: that of the content file.
    init(folder: URL) {
        url = folder.appending(path: Self.name)
    }

    /// The version's number; `nil` where the content wasn't exported, and never published from here.
    func read() throws -> Int64? {
        guard let text = try? String(contentsOf: url, encoding: .utf8) else { return nil }
        guard let number = Int64(text.trimmingCharacters(in: .whitespacesAndNewlines)), number > 0 else {
            throw UsageError("\(url.path) must have the number of a version, and nothing else; use --base instead")
        }
        return number
    }

    func write(_ number: Int64) throws {
        do {
            try Data("\(number)\n".utf8).write(to: url)
        } catch {
            throw StorageError.explaining(error, at: url.path)
        }
    }
}
