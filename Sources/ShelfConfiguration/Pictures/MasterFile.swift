import ShelfModel
import ShelfWire

/// Reads a file that is to be the master of a picture.
enum MasterFile {
    /// - Returns: its SHA-256; `nil`, with an error in the log, when it can't be taken.
    static func digest(_ place: Place, path: String, log: ProblemLog) -> [UInt8]? {
        guard
            let bytes = FileBytes.read(
                place, path: path, atMost: MasterHeader.mostBytes, advice: "scale it down", log: log)
        else { return nil }
        do throws(MasterFault) {
            _ = try MasterHeader(bytes)
        } catch {
            log.add(
                place, found: "a picture that can't be taken: \(error.found)", alike: "a picture",
                expected: "a whole PNG, JPEG, WebP or GIF of at most 20 MB and 40 million pixels")
            return nil
        }
        return FileDigest.of(bytes)
    }
}
