package import ShelfModel

/// A frozen pack as a database keeps it. Its snapshot is a file.
package struct StoredPackRelease: Hashable, Sendable {
    package let pack: String
    /// From 1 on for each pack.
    package let number: Int
    /// SHA-256 of all that a release can change, 32 bytes.
    package let content: [UInt8]
    /// The least version of the game's engine.
    package let engine: Int
    /// How many levels it has.
    package let levels: Int
    /// How many of them lack the background that their pack gives them, because there was no picture of it.
    package let bareLevels: Int
    package let snapshot: FileHead
    /// The content version with which it came first.
    package let version: Int64
    package let at: Instant
    /// When a channel pointed at it first, and its files became readable; `nil` if none ever did.
    package let shownFrom: Instant?

    /// How many releases of a pack are kept, besides those that a channel points at.
    package static let mostKept = 50

    package init(
        pack: String, number: Int, content: [UInt8], engine: Int, levels: Int, bareLevels: Int = 0, snapshot: FileHead,
        version: Int64, at: Instant, shownFrom: Instant? = nil
    ) {
        self.pack = pack
        self.number = number
        self.content = content
        self.engine = engine
        self.levels = levels
        self.bareLevels = bareLevels
        self.snapshot = snapshot
        self.version = version
        self.at = at
        self.shownFrom = shownFrom
    }

    /// The same with a number of its own.
    package func numbered(_ number: Int) -> StoredPackRelease {
        StoredPackRelease(
            pack: pack, number: number, content: content, engine: engine, levels: levels,
            bareLevels: bareLevels, snapshot: snapshot, version: version, at: at, shownFrom: shownFrom)
    }
}

/// By which file a release becomes another one.
package struct StoredPackDelta: Hashable, Sendable {
    package let pack: String
    /// The number of a release, or ``emptyPack``.
    package let from: Int
    package let to: Int
    package let file: FileHead

    /// In place of a number: the pack without levels, which every reader can begin with.
    package static let emptyPack = 0

    package init(pack: String, from: Int, to: Int, file: FileHead) {
        (self.pack, self.from, self.to, self.file) = (pack, from, to, file)
    }
}
