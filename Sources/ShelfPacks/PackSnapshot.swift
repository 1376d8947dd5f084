import Foundation
package import ShelfModel
package import ShelfWire

/// A release of a pack as an SQLite database, which other programs read, too.
///
/// The table `levels` has a level's place, from 1 on without gaps, its background and its map. The table `level_info`
/// has what else there is of it, by its id.
package final class PackSnapshot {
    /// The pack's id, its least engine version and its content's digest, as the file says.
    package let pack: String
    package let engine: Int
    package let content: [UInt8]
    package let count: Int

    private let connection: SQLiteConnection
    private let level: SQLiteStatement
    private let info: SQLiteStatement
    private let place: SQLiteStatement

    /// Opens a file, which mustn't change while it is open. It looks at the schema and counts the levels, and leaves the
    /// rows to ``read()``.
    ///
    /// - Throws: ``ShelfWire/PackFault``.
    package init(_ path: String) throws(PackFault) {
        connection = try SQLiteConnection(path, .immutable)
        guard try Self.schema(of: connection) == Self.ownSchema() else { throw .unreadable }
        guard let head = try connection.prepare("SELECT id, engine, content FROM pack").row(),
            let pack = head[0].text, let engine = head[1].integer, let content = head[2].blob, content.count == 32,
            let count = try connection.prepare(
                "SELECT count(*) FROM (SELECT 1 FROM levels LIMIT \(Pack.mostLevels + 1))"
            ).row()?[0].integer
        else { throw .unreadable }
        guard count <= Pack.mostLevels else { throw .tooLarge }
        (self.pack, self.engine, self.content, self.count) = (pack, engine, content, count)
        level = try connection.prepare("SELECT * FROM levels WHERE ix=?")
        info = try connection.prepare("SELECT id, title, author, tags FROM level_info WHERE ix = ?")
        place = try connection.prepare("SELECT ix FROM level_info WHERE id = ?")
    }

    /// The level at a place, from 1 on; `nil` when there is none.
    ///
    /// - Throws: ``ShelfWire/PackFault``.
    package func level(at place: Int) throws(PackFault) -> Level? {
        guard let row = try level.row(.integer(Int64(place))) else { return nil }
        guard let background = row[1].optionalText, let map = row[2].blob,
            let info = try info.row(.integer(Int64(place))), let id = info[0].text, let title = info[1].text,
            let author = info[2].optionalText, let tags = info[3].text
        else { throw .unreadable }
        return Level(
            id: id, title: title, author: author, tags: tags.split(separator: " ").map(String.init),
            background: background, map: map)
    }

    /// The place of a level, from 1 on; `nil` when there is none.
    ///
    /// - Throws: ``ShelfWire/PackFault``.
    package func place(of id: String) throws(PackFault) -> Int? {
        guard let row = try place.row(.text(id)) else { return nil }
        guard let place = row[0].integer else { throw .unreadable }
        return place
    }

    /// Reads all of it.
    ///
    /// - Throws: ``ShelfWire/PackFault``, also when the rows are others than the digest in the file says.
    package func read() throws(PackFault) -> Pack {
        var levels: [Level] = []
        levels.reserveCapacity(count)
        var bytes = 0
        for place in 0..<count {
            guard let level = try level(at: place + 1) else { throw .unreadable }
            bytes += level.map.count
            guard bytes <= Pack.mostBytes else { throw .tooLarge }
            levels.append(level)
        }
        let pack = Pack(id: pack, engine: engine, levels: levels)
        try pack.check()
        guard pack.content == content else { throw .otherContent }
        return pack
    }
}

extension PackSnapshot {
    /// Writes a release to a new file, which appears when it is whole.
    ///
    /// The same pack makes the same bytes with one version of SQLite.
    ///
    /// - Parameter path: what is there is replaced.
    /// - Throws: ``ShelfWire/PackFault``.
    package static func write(_ pack: Pack, to path: String) throws(PackFault) {
        let file = URL(filePath: path)
        let part = WholeFile.part(of: file)
        defer { unlink(part.path) }
        try fill(part.path, with: pack)
        try WholeFile.place(part, at: file)
    }

    private static func fill(_ path: String, with pack: Pack) throws(PackFault) {
        let connection = try SQLiteConnection(path, .creates)
        try connection.run("PRAGMA page_size = 1024; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")
        try connection.run("BEGIN; \(tables)")
        let (level, info) = (
            try connection.prepare("INSERT INTO levels VALUES (?, ?, ?)"),
            try connection.prepare("INSERT INTO level_info VALUES (?, ?, ?, ?, ?)")
        )
        for (index, one) in pack.levels.enumerated() {
            let place = SQLiteStatement.Value.integer(Int64(index + 1))
            try level.run(place, one.background.map { .text($0) } ?? .null, .blob(one.map))
            try info.run(
                .text(one.id), place, .text(one.title), one.author.map { .text($0) } ?? .null,
                .text(one.tags.joined(separator: " ")))
        }
        try connection.prepare("INSERT INTO pack VALUES (?, ?, ?)")
            .run(.text(pack.id), .integer(Int64(pack.engine)), .blob(pack.content))
        try connection.run("COMMIT; VACUUM")
    }

    /// The first is that of games which read such files before Shelflife made them.
    private static let tables = """
        CREATE TABLE levels(ix INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT UNIQUE, background text, map blob NOT NULL);
        CREATE TABLE level_info(id TEXT NOT NULL PRIMARY KEY, ix INTEGER NOT NULL UNIQUE, title TEXT NOT NULL, \
        author TEXT, tags TEXT NOT NULL);
        CREATE TABLE pack(id TEXT NOT NULL, engine INTEGER NOT NULL, content BLOB NOT NULL)
        """

    /// A file with one table, index, view or trigger more could run what isn't ours.
    private static func schema(of connection: SQLiteConnection) throws(PackFault) -> Set<[SQLiteStatement.Value]> {
        Set(try connection.prepare("SELECT type, name, tbl_name, sql FROM sqlite_schema").rows(atMost: 20))
    }

    private static func ownSchema() throws(PackFault) -> Set<[SQLiteStatement.Value]> {
        let connection = try SQLiteConnection(":memory:", .creates)
        try connection.run(tables)
        return try schema(of: connection)
    }
}
