import Foundation

/// Reads a whole file, up to a size limit.
enum FileBytes {
    static let csvAtMost = 64 << 20
    static let yamlAtMost = 16 << 20

    /// Returns the file's bytes. Returns `nil` and reports an error when the file is missing, unreadable or too large.
    ///
    /// - Parameter advice: what to do about a file that is too large.
    static func read(
        _ place: Place, path: String, atMost limit: Int, advice: String = "split it", log: ProblemLog
    ) -> [UInt8]? {
        let name = quoted(path, most: 4096)
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            let isHidden = access(path, F_OK) != 0 && errno == EACCES
            if isHidden {
                log.add(
                    place, found: "\(name), which is in a folder that this user may not open",
                    expected: "a file that this user may read")
            } else {
                log.add(place, found: "no file \(name)", expected: "the path of a file")
            }
            return nil
        }
        guard !isFolder.boolValue else {
            log.add(place, found: "the folder \(name)", expected: "the path of a file")
            return nil
        }
        guard let handle = opened(path) else {
            log.add(place, found: "\(name), which can't be read", expected: "a file that this user may read")
            return nil
        }
        guard isRegular(handle) else {
            log.add(place, found: "\(name), which is a pipe or a device", expected: "the path of a file")
            return nil
        }
        // At the end of the file `read` returns `nil`, not empty data.
        guard let data = try? handle.read(upToCount: limit + 1) ?? Data() else {
            log.add(place, found: "\(name), which can't be read", expected: "a file that this user may read")
            return nil
        }
        guard data.count <= limit else {
            log.add(
                place, found: "\(name), which is larger than \(limit >> 20) MiB",
                expected: "a file of at most \(limit >> 20) MiB", advice: advice)
            return nil
        }
        return Array(data)
    }

    /// Opens a file without waiting: a pipe that nobody writes to would never be open.
    private static func opened(_ path: String) -> FileHandle? {
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        return descriptor < 0 ? nil : FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }

    private static func isRegular(_ handle: FileHandle) -> Bool {
        var status = stat()
        return fstat(handle.fileDescriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }
}
