import ShelfTerminal
import Testing

@Suite struct `The width of text in a terminal` {
    @Test(arguments: [
        ("abc", 3), ("🍎", 2), ("🧑‍✈️", 2), ("🇫🇷", 2), ("5️⃣", 2), ("♐", 2), ("❤️", 2), ("❤", 1), ("é", 1), ("e\u{301}", 1),
        ("日本", 4),
        ("…", 1), ("█▌░", 3), ("\u{200B}", 0), ("", 0),
    ]) func `counts columns, not letters`(text: String, width: Int) {
        #expect(DisplayWidth.of(text) == width)
    }

    @Test(arguments: [
        ("apple", 5, "apple"), ("apple", 7, "apple  "), ("apple", 4, "app…"), ("🍎🍎🍎", 4, "🍎… "), ("🍎🍎🍎", 5, "🍎🍎…"),
        ("apple", 1, "…"), ("apple", 0, ""),
    ]) func `cuts and fills to an exact width`(text: String, width: Int, fitted: String) {
        #expect(DisplayWidth.fit(text, to: width) == fitted)
    }

    @Test func `leaves out what would command the terminal or turn the text around`() {
        #expect(DisplayWidth.harmless("a\u{1B}[2Jb\u{07}\u{202E}c\u{2066}d\r\n\u{2028}e ❤️") == "a[2Jbcde ❤️")
    }
}
