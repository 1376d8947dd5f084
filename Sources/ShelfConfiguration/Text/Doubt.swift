/// The reason for a warning: a text that can be read but is probably not what was meant.
struct Doubt {
    let expected: String
    /// What to do about it; `nil` when that is obvious.
    var advice: String?
}

extension Doubt {
    /// What to point out about something that people read.
    static func label(_ text: String) -> Doubt? { bare(text) ?? formula(text) }

    /// The doubt about a text with surrounding spaces or invisible characters, which make it a different name.
    private static func bare(_ text: String) -> Doubt? {
        let bare = BareText(text)
        guard bare.hasOuterBlanks || bare.hasInvisibles else { return nil }
        return Doubt(
            expected: bare.hasInvisibles ? "visible characters only" : "no blanks around it",
            advice: Advice.didYouMean(quoted(bare.text)))
    }

    /// The doubt about a formula or its error, which a spreadsheet exports instead of a text when the formula fails or
    /// was never computed.
    private static func formula(_ text: String) -> Doubt? {
        guard isFormula(text) || isFormulaError(text) else { return nil }
        return Doubt(expected: "a text, not a spreadsheet's formula or its error")
    }

    /// Whether a text is a formula, such as `=SUM(A1)` and `=B7`, but not `=)`.
    private static func isFormula(_ text: String) -> Bool {
        guard text.hasPrefix("=") else { return false }
        let rest = text.dropFirst().drop { $0 == "$" || ("A"..."Z").contains($0) }
        guard rest.utf8.count < text.utf8.count - 1, let next = rest.utf8.first else { return false }
        return next == UInt8(ascii: "(") || next.isDigit
    }

    /// Whether a text is a formula's error, such as `#REF!`, `#NAME?`, `#DIV/0!`, `#N/A`, or `Err:502` in LibreOffice.
    private static func isFormulaError(_ text: String) -> Bool {
        if text.hasPrefix("Err:") { return text.utf8.count == 7 && text.utf8.dropFirst(4).allSatisfy(\.isDigit) }
        guard text.hasPrefix("#"), let last = text.last else { return false }
        let name = text.dropFirst().dropLast()
        let isName = name.count > 2 && name.allSatisfy { ("A"..."Z").contains($0) || $0 == "/" || $0 == "0" }
        return text == "#N/A" || isName && (last == "!" || last == "?")
    }
}
