import ShelfModel
import ShelfWire

/// Reads a file that is to be the master of a picture.
enum MasterFile {
    /// - Parameter width: how wide the picture should be, in pixels.
    /// - Returns: its SHA-256; `nil`, with an error in the log, when it can't be taken.
    static func digest(_ place: Place, path: String, wideAs width: Int = 0, log: ProblemLog) -> [UInt8]? {
        guard
            let bytes = FileBytes.read(
                place, path: path, atMost: MasterHeader.mostBytes, advice: "scale it down", log: log)
        else { return nil }
        do throws(MasterFault) {
            let header = try MasterHeader(bytes)
            if header.width < width {
                log.warn(
                    place, found: "a picture of \(header.width) × \(header.height) pixels", alike: "a small picture",
                    expected: "at least \(width) pixels in width", advice: "pages scale it up, so it looks soft")
            }
        } catch {
            log.add(
                place, found: "a picture that can't be taken: \(error.found)", alike: "a picture",
                expected: "a whole PNG, JPEG, WebP or GIF of at most 20 MB and 40 million pixels")
            return nil
        }
        return FileDigest.of(bytes)
    }
}
