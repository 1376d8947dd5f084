import Foundation

/// A file on its way, of which the beginning is on the disk. What is lost of it is fetched again, so it isn't synced.
struct PartialFile {
    static let suffix = ".partial"
    /// So much is asked for at once, and lost at most when a download is broken off.
    static let bytesAtOnce = 256 * 1024

    private let file: URL

    init(_ file: URL) {
        self.file = file
    }

    /// The bytes that are there.
    func read(atMost most: Int) -> [UInt8] {
        guard let data = try? Data(contentsOf: file), data.count <= most else { return [] }
        return Array(data)
    }

    /// - Parameters:
    ///   - bytes: the whole beginning.
    ///   - start: from where on it isn't on the disk yet.
    func write(_ bytes: [UInt8], from start: Int) {
        guard start > 0, let handle = try? FileHandle(forWritingTo: file) else {
            try? Data(bytes).write(to: file)
            return
        }
        defer { try? handle.close() }
        guard (try? handle.seek(toOffset: UInt64(start))) != nil else { return }
        try? handle.write(contentsOf: Data(bytes[start...]))
    }

    func remove() { try? FileManager.default.removeItem(at: file) }
}
