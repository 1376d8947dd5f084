import Foundation
import ShelfTerminal

/// A file that a command writes.
enum PackTarget {
    /// - Throws: a ``UsageError`` for anything but a plain file of before, or a new one in a folder that is there.
    static func check(_ path: String) throws {
        let folder = URL(filePath: path).deletingLastPathComponent()
        var isFolder: ObjCBool = false
        guard !path.isEmpty, FileManager.default.fileExists(atPath: folder.path, isDirectory: &isFolder),
            isFolder.boolValue
        else { throw UsageError("there is no folder \(folder.path) to write into; make it, or name another one") }
        var about = stat()
        guard lstat(path, &about) != 0 || about.st_mode & S_IFMT == S_IFREG else {
            throw UsageError("\(path) is no plain file, so it isn't replaced; name another file")
        }
    }
}
