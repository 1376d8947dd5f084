import ShelfModel

/// The pictures, as content versions know them, which name masters only.
protocol ContentPictures: Sendable {
    /// - Returns: the masters of which there is no picture on any server.
    func missing(of masters: [[UInt8]], at instant: Instant) async throws -> [[UInt8]]

    /// - Returns: those of these masters whose pictures were removed.
    func removed(of masters: [[UInt8]]) -> Set<[UInt8]>

    /// - Returns: the master that a picture was made of, where a version names it by its widest variant, as an export
    ///   does; else the same.
    func master(_ master: [UInt8]) -> [UInt8]

    /// Notes that a version names the pictures of these masters, so that they are kept.
    func name(_ masters: [[UInt8]], at instant: Instant) async throws
}
