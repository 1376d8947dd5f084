import Foundation

/// Writes files that are whole after a crash.
enum DurableWrite {
    /// Replaces a file by renaming one that is on the disk.
    static func replace(_ file: URL, with bytes: [UInt8]) throws {
        let part = file.appendingPathExtension("part")
        try Data(bytes).write(to: part)
        let handle = try FileHandle(forUpdating: part)
        try handle.synchronize()
        try handle.close()
        guard rename(part.path, file.path) == 0 else {
            throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
        }
    }
}
