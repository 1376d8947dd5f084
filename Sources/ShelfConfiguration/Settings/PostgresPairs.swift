/// Reads `name=value` pairs, as libpq does (its manual, "Keyword/Value Connection Strings").
struct PostgresPairs {
    private var rest: ArraySlice<UInt8>

    /// Whether a text begins with a name and an equals sign.
    static func areMeant(by text: String) -> Bool {
        var reader = Self(rest: Array(text.utf8)[...])
        reader.skipBlanks()
        let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
        let name = reader.rest.prefix { letters.contains($0) || $0 == UInt8(ascii: "_") }
        reader.rest = reader.rest.dropFirst(name.count)
        reader.skipBlanks()
        return !name.isEmpty && reader.rest.first == UInt8(ascii: "=")
    }

    static func parameters(in text: String) throws(DatabaseAddressFault) -> [String: String] {
        var reader = Self(rest: Array(text.utf8)[...])
        var parameters: [String: String] = [:]
        reader.skipBlanks()
        while !reader.rest.isEmpty {
            let name = try reader.name()
            parameters[name] = try reader.value()
            reader.skipBlanks()
        }
        return parameters
    }

    /// Takes a name, with the equals sign behind it.
    private mutating func name() throws(DatabaseAddressFault) -> String {
        let name = rest.prefix { $0 != UInt8(ascii: "=") && !Self.isBlank($0) }
        rest = rest.dropFirst(name.count)
        skipBlanks()
        guard !name.isEmpty, rest.popFirst() == UInt8(ascii: "=") else { throw .pair }
        return String(decoding: name, as: UTF8.self)
    }

    private mutating func value() throws(DatabaseAddressFault) -> String {
        let isApart = rest.first.map(Self.isBlank) ?? false
        skipBlanks()
        if rest.first == UInt8(ascii: "'") { return try quotedValue() }
        var value: [UInt8] = []
        while let byte = rest.first, !Self.isBlank(byte) {
            rest.removeFirst()
            // Behind a backslash stands what is meant; one at the end stands for nothing.
            guard let meant = byte == UInt8(ascii: "\\") ? rest.popFirst() : byte else { break }
            value.append(meant)
        }
        // libpq would take the pair that follows for the value of a name without one, and show it.
        guard !isApart || !value.contains(UInt8(ascii: "=")) else { throw .pair }
        return String(decoding: value, as: UTF8.self)
    }

    private mutating func quotedValue() throws(DatabaseAddressFault) -> String {
        rest.removeFirst()
        var value: [UInt8] = []
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "'") { return String(decoding: value, as: UTF8.self) }
            guard byte == UInt8(ascii: "\\") else {
                value.append(byte)
                continue
            }
            guard let escaped = rest.popFirst() else { throw .openQuote }
            value.append(escaped)
        }
        throw .openQuote
    }

    private mutating func skipBlanks() {
        rest = rest.drop(while: Self.isBlank)
    }

    /// What C's `isspace` takes for a blank.
    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}
