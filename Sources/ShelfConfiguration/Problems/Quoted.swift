/// What a person wrote, as it can stand in a message or a terminal: quoted, on one line, and not endless.
func quoted(_ text: some StringProtocol, most: Int = 60) -> String {
    let visible = text.unicodeScalars.prefix(most).map { scalar in
        scalar.isControl ? scalar.escaped(asASCII: true) : String(scalar)
    }
    let rest = text.unicodeScalars.dropFirst(most).isEmpty ? "" : "…"
    return "\"\(visible.joined())\(rest)\""
}

/// The same without quotes, where nothing in it needs them.
func readable(_ text: String) -> String {
    text.unicodeScalars.count > 60 || text.unicodeScalars.contains(where: \.isControl) ? quoted(text) : text
}

/// `a, b or c`.
func alternatives(_ words: some Collection<String>) -> String {
    let list = Array(words)
    guard list.count > 1 else { return list.first ?? "" }
    return list.dropLast().joined(separator: ", ") + " or " + list[list.count - 1]
}

extension Unicode.Scalar {
    /// Controls and what would break or turn a line.
    var isControl: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: (0x202A...0x202E).contains(value) || (0x2066...0x2069).contains(value)
        }
    }
}
