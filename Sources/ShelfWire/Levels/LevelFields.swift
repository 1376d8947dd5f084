package import ShelfModel

/// Writes a pack's values as its content digest and its deltas have them: each is a byte for its type, 8 bytes for its
/// length, most significant first, and its bytes. So no two lists of values have the same bytes.
package struct LevelFields {
    package private(set) var bytes: [UInt8] = []

    package init() {}

    /// A level's values. Texts that differ in their Unicode form only are other bytes, though Swift calls them equal.
    package static func bytes(of level: Level) -> [UInt8] {
        var fields = LevelFields()
        fields.write(level)
        return fields.bytes
    }

    package mutating func write(_ text: String?) {
        if let text { write(.text, Array(text.utf8)) } else { write(.none, []) }
    }

    package mutating func write(_ blob: [UInt8]) { write(.blob, blob) }

    package mutating func write(_ number: Int) { write(.integer, BigEndian.bytes(UInt64(number))) }

    package mutating func write(_ level: Level) {
        write(level.id)
        write(level.title)
        write(level.author)
        write(level.tags.joined(separator: " "))
        write(level.background)
        write(level.map)
    }

    private mutating func write(_ kind: Kind, _ value: [UInt8]) {
        bytes.append(kind.rawValue)
        bytes += BigEndian.bytes(UInt64(value.count))
        bytes += value
    }

    enum Kind: UInt8 {
        case none, integer, text, blob
    }
}

/// Reads what ``LevelFields`` has written, and nothing else.
package struct LevelFieldReader {
    private var rest: ArraySlice<UInt8>

    package init(_ bytes: [UInt8]) { rest = bytes[...] }

    package var isAtEnd: Bool { rest.isEmpty }

    package var isTextNext: Bool { rest.first == LevelFields.Kind.text.rawValue }

    /// - Throws: ``PackFault/unreadable`` when another value, or none, comes next.
    package mutating func text() throws(PackFault) -> String {
        guard let text = try optionalText() else { throw .unreadable }
        return text
    }

    package mutating func optionalText() throws(PackFault) -> String? {
        let (kind, bytes) = try value()
        if kind == .none, bytes.isEmpty { return nil }
        guard kind == .text, let text = String(validating: bytes, as: UTF8.self) else { throw .unreadable }
        return text
    }

    package mutating func blob() throws(PackFault) -> [UInt8] {
        let (kind, bytes) = try value()
        guard kind == .blob else { throw .unreadable }
        return Array(bytes)
    }

    /// A number from 0 on.
    package mutating func number() throws(PackFault) -> Int {
        let (kind, bytes) = try value()
        guard kind == .integer, bytes.count == 8, let number = Int(exactly: BigEndian.read(UInt64.self, bytes))
        else { throw .unreadable }
        return number
    }

    package mutating func level() throws(PackFault) -> Level {
        let (id, title, author) = (try text(), try text(), try optionalText())
        let (tags, background, map) = (try text(), try optionalText(), try blob())
        return Level(
            id: id, title: title, author: author, tags: tags.split(separator: " ").map(String.init),
            background: background, map: map)
    }

    private mutating func value() throws(PackFault) -> (LevelFields.Kind, ArraySlice<UInt8>) {
        guard let byte = rest.first, let kind = LevelFields.Kind(rawValue: byte), rest.count >= 9,
            let length = Int(exactly: BigEndian.read(UInt64.self, rest.dropFirst())), length <= rest.count - 9
        else { throw .unreadable }
        let value = rest.dropFirst(9).prefix(length)
        rest = rest.dropFirst(9 + length)
        return (kind, value)
    }
}
