import Foundation

/// Notices when files change on the disk, by their size, their inode and when they were last written to.
struct FileWatch {
    private struct Stamp: Equatable {
        let size: Int64
        let inode: UInt64
        let seconds: Int
        let nanoseconds: Int

        /// `nil` when the file can't be found.
        init?(_ path: String) {
            var status = stat()
            guard stat(path, &status) == 0 else { return nil }
            size = Int64(status.st_size)
            inode = UInt64(status.st_ino)
            #if canImport(Darwin)
                (seconds, nanoseconds) = (status.st_mtimespec.tv_sec, status.st_mtimespec.tv_nsec)
            #else
                (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
            #endif
        }
    }

    private var known: [String: Stamp?]
    private var seen: [String: Stamp?]

    init(_ paths: [String]) {
        known = Self.stamps(of: paths)
        seen = known
    }

    /// Whether the files have changed, and have stayed as they are since the last call: a file that is being written
    /// isn't read yet.
    mutating func haveChanged(_ paths: [String]) -> Bool {
        let stamps = Self.stamps(of: paths)
        defer { seen = stamps }
        guard stamps != known, stamps == seen else { return false }
        known = stamps
        return true
    }

    private static func stamps(of paths: [String]) -> [String: Stamp?] {
        Dictionary(paths.map { ($0, Stamp($0)) }) { first, _ in first }
    }
}
