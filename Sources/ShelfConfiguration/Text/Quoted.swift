/// Prepares a person's text for a message or a terminal: quoted, on one line, limited in length, with invisible
/// characters written as `\u{200B}`.
func quoted(_ text: some StringProtocol, most: Int = 60) -> String {
    let scalars = Array(text.unicodeScalars.prefix(most + 1))
    let visible = scalars.indices.prefix(most).map { index in
        let scalar = scalars[index]
        let isHidden = scalar.isControl || scalar.isOddBlank || scalars.hidesNeedlessly(at: index)
        return isHidden ? scalar.escaped(asASCII: true) : String(scalar)
    }
    return "\"\(visible.joined())\(scalars.count > most ? "…" : "")\""
}

/// The same without quotes, unless the text is long, or has surrounding spaces or invisible characters.
func readable(_ text: String) -> String {
    let quotes = quoted(text)
    return quotes == "\"\(text)\"" && !BareText(text).hasOuterBlanks ? text : quotes
}

/// `a, b or c`.
func alternatives(_ words: some Collection<String>) -> String {
    let list = Array(words)
    guard list.count > 1 else { return list.first ?? "" }
    return list.dropLast().joined(separator: ", ") + " or " + list[list.count - 1]
}

/// `1 item`, `3,201 items`.
func counted(_ number: Int, _ what: String) -> String {
    "\(grouped(number)) \(what)\(number == 1 ? "" : "s")"
}

/// `3,201`.
func grouped(_ number: Int) -> String {
    let digits = Array(String(number))
    let commas = digits.indices.map { index in
        let isThousand = index > 0 && (digits.count - index).isMultiple(of: 3)
        return isThousand ? ",\(digits[index])" : "\(digits[index])"
    }
    return commas.joined()
}
