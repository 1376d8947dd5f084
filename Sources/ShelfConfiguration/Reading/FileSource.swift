import Foundation
import ShelfModel

/// Where a shop's files are read from.
enum FileSource: Sendable {
    /// Paths are those of the disk.
    case disk
    /// A content version's files, by their paths.
    case memory([String: [UInt8]])

    init(_ files: [ContentFile]) {
        self = .memory(Dictionary(files.map { ($0.path, $0.bytes) }) { first, _ in first })
    }

    func holds(_ path: String) -> Bool {
        switch self {
        case .disk: FileManager.default.fileExists(atPath: path)
        case .memory(let files): files[path] != nil
        }
    }

    /// Returns a file's bytes. Returns `nil` and reports an error when the file is missing, unreadable or too large.
    func read(_ place: Place, path: String, atMost limit: Int, log: ProblemLog) -> [UInt8]? {
        switch self {
        case .disk: return FileBytes.read(place, path: path, atMost: limit, log: log)
        case .memory(let files):
            guard let bytes = files[path] else {
                let advice = files.count > 1 ? log.advice(path, among: files.keys) : nil
                log.add(
                    place, found: "no file \(quoted(path, most: 4096)) in this content",
                    expected: "the path of a file that was sent with it", advice: advice)
                return nil
            }
            guard bytes.count <= limit else {
                log.add(
                    place, found: "\(quoted(path, most: 4096)), which is larger than \(limit >> 20) MiB",
                    expected: "a file of at most \(limit >> 20) MiB", advice: "split it")
                return nil
            }
            return bytes
        }
    }
}
