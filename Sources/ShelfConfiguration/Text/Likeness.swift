/// Finds what the texts of one kind of mistake have in common, so that many of them can be reported in one line.
///
/// `24.12.2026` and `3.4.27` are alike, and so are `Golden Sword` and `Iron Shield of Doom`; `yesterday` is like none
/// of them. Two texts are alike when the same kinds of characters occur in them, in any number and order.
enum Likeness {
    static func of(_ text: String) -> String {
        var kinds = Set(text.unicodeScalars.lazy.prefix(1000).map(kind))
        if text.unicodeScalars.count > 60 { kinds.insert("…") }
        return kinds.sorted().joined()
    }

    private static func kind(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "a"..."z": "a"
        case "A"..."Z": "A"
        case "0"..."9": "0"
        case _ where scalar.isASCII: String(scalar)
        case _ where scalar.properties.isAlphabetic: "é"
        default: "∗"
        }
    }
}
