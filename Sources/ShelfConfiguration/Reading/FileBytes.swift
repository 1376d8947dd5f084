import Foundation

/// Reads a file whole, but never more than is reasonable.
enum FileBytes {
    static let csvAtMost = 64 << 20
    static let yamlAtMost = 16 << 20

    /// `nil`, and a problem, when the file isn't there, can't be read or is too large.
    ///
    /// - Parameter advice: what to do with one that is too large.
    static func read(
        _ place: Place, path: String, atMost limit: Int, advice: String = "split it", log: ProblemLog
    ) -> [UInt8]? {
        let name = quoted(path, most: 4096)
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            log.add(place, "there is no file \(name)")
            return nil
        }
        // Reading gives nothing, rather than no bytes, at the end of a file.
        guard !isFolder.boolValue, let handle = FileHandle(forReadingAtPath: path),
            let data = try? handle.read(upToCount: limit + 1) ?? Data()
        else {
            log.add(place, "\(name) can't be read; is it a file, and may this user read it?")
            return nil
        }
        guard data.count <= limit else {
            log.add(place, "\(name) is larger than \(limit >> 20) MiB; \(advice)")
            return nil
        }
        return Array(data)
    }
}
