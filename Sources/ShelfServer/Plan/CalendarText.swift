/// Content lines of iCalendar (RFC 5545, section 3.1).
struct CalendarText {
    private(set) var bytes: [UInt8] = []

    /// How many octets a line has at most, without its break.
    private static let lineOctets = 75

    /// Adds a line with a value that is written as it is, such as an instant.
    mutating func add(_ name: String, _ value: String) {
        var room = Self.lineOctets
        for character in "\(name):\(value)".unicodeScalars {
            let octets = UTF8.encode(character)?.count ?? 0
            if octets > room {
                bytes += "\r\n ".utf8
                // The blank at the beginning of a continued line counts.
                room = Self.lineOctets - 1
            }
            bytes += String(character).utf8
            room -= octets
        }
        bytes += "\r\n".utf8
    }

    /// Adds a line with a text, which is escaped (section 3.3.11). Control characters are left out.
    mutating func add(_ name: String, text: String) {
        add(name, text.unicodeScalars.map(Self.escaped).joined())
    }

    private static func escaped(_ character: Unicode.Scalar) -> String {
        switch character {
        case "\\", ";", ",": "\\\(character)"
        case "\n": "\\n"
        case _ where character.properties.generalCategory == .control: ""
        default: String(character)
        }
    }
}
