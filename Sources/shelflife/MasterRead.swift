import Foundation
import ShelfModel

/// Reads a file that may be the master of a picture.
enum MasterRead {
    /// - Returns: `nil` for what is no file, such as a folder or a pipe, and for one that can't be read. One byte more
    ///   than a master may have is enough to see that it is too long.
    static func bytes(_ path: String) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var about = stat()
        guard fstat(descriptor, &about) == 0, about.st_mode & S_IFMT == S_IFREG else { return nil }
        // At the end of the file it reads `nil`, and not empty data.
        return (try? file.read(upToCount: MasterHeader.mostBytes + 1) ?? Data()).map { Array($0) }
    }
}
