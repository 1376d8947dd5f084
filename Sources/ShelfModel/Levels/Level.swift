/// A level of a game: its map, and what players read of it.
package struct Level: Hashable, Sendable {
    /// 1 to 64 of a-z, 0-9 and -. Progress hangs on it, since a level's place may change.
    package let id: String
    /// What players read.
    package let title: String
    /// `nil` when nobody is named.
    package let author: String?
    /// Each is written like an id. In their order, each once.
    package let tags: [String]
    /// The name of the picture behind it; `nil` when there is none.
    package let background: String?
    /// What only the game understands, at most ``mostMapBytes`` bytes.
    package let map: [UInt8]

    /// How many bytes a map may have.
    package static let mostMapBytes = 64 * 1024

    /// Whether the background is a picture in the pack's folder, by how its name ends. Any other name is one that the app
    /// knows.
    package var hasPicture: Bool { background.map { MasterHeader.suffixes.contains(MasterHeader.suffix($0)) } ?? false }

    package init(id: String, title: String, author: String?, tags: [String], background: String?, map: [UInt8]) {
        self.id = id
        self.title = title
        self.author = author
        self.tags = tags
        self.background = background
        self.map = map
    }

    package func with(background: String?) -> Level {
        Level(id: id, title: title, author: author, tags: tags, background: background, map: map)
    }
}
