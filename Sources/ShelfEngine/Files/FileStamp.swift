import Foundation

/// Tells a file on a disk from others, and from itself after somebody has written to it.
package struct FileStamp: Hashable {
    private let device: UInt64
    private let number: UInt64
    private let seconds: Int
    private let nanoseconds: Int
    package let length: Int

    /// - Returns: `nil` for what isn't a file.
    package init?(descriptor: Int32) {
        var found = stat()
        guard fstat(descriptor, &found) == 0, found.st_mode & S_IFMT == S_IFREG else { return nil }
        #if canImport(Darwin)
            let changed = found.st_ctimespec
        #else
            let changed = found.st_ctim
        #endif
        device = UInt64(truncatingIfNeeded: found.st_dev)
        number = UInt64(truncatingIfNeeded: found.st_ino)
        (seconds, nanoseconds) = (Int(changed.tv_sec), Int(changed.tv_nsec))
        length = Int(found.st_size)
    }
}
