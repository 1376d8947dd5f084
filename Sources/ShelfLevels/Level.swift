import ShelfModel

/// A level of a game, as a ``LevelLibrary`` has it: its map, and what players read of it.
public struct Level: Hashable, Sendable {
    /// Names the release that the level is in. Give it to ``LevelLibrary/report(release:failure:)`` when the level can't
    /// be played.
    public let release: String
    /// 1 to 64 of a-z, 0-9 and -. Progress hangs on it, since a level's place may change.
    public let id: String
    /// What players read.
    public let title: String
    /// `nil` when nobody is named.
    public let author: String?
    /// Each is written like an id. In their order, each once.
    public let tags: [String]
    /// The name of the picture behind it; `nil` when there is none.
    public let background: String?
    /// What only the game understands, at most 64 KiB.
    public let map: [UInt8]

    init(_ level: ShelfModel.Level, in release: String) {
        self.release = release
        (id, title, author, tags) = (level.id, level.title, level.author, level.tags)
        (background, map) = (level.background, level.map)
    }
}
