package import ShelfModel

/// All that a database has of packs, as it was at one moment.
package struct StoredPacks: Hashable, Sendable {
    /// Sorted by pack and number.
    package let releases: [StoredPackRelease]
    /// Sorted by pack, the later release and the earlier one.
    package let deltas: [StoredPackDelta]
    /// The first first.
    package let moves: [PackMove]
    package let sources: [Source]
    /// The seed of the shop's content key; `nil` when none was needed so far.
    package let contentSeed: [UInt8]?

    /// Which release was made of a pack's source.
    package struct Source: Hashable, Sendable {
        package let pack: String
        /// SHA-256 of the bundle and of what its pictures are, 32 bytes.
        package let digest: [UInt8]
        package let release: Int

        package init(pack: String, digest: [UInt8], release: Int) {
            (self.pack, self.digest, self.release) = (pack, digest, release)
        }
    }

    package init(
        releases: [StoredPackRelease] = [], deltas: [StoredPackDelta] = [], moves: [PackMove] = [],
        sources: [Source] = [], contentSeed: [UInt8]? = nil
    ) {
        self.releases = releases
        self.deltas = deltas
        self.moves = moves
        self.sources = sources
        self.contentSeed = contentSeed
    }
}
