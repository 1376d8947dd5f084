import ShelfConfiguration
import Testing

@Suite struct VisibleTextTests {
    @Test(arguments: [
        ("plain", "plain"), ("", ""), ("Ünï → 🏴‍☠️ ❤️ 東京", "Ünï → 🏴‍☠️ ❤️ 東京"), ("\u{1B}[2J", "\\u{1B}[2J"),
        ("a\u{07}b\rc\nd\te", "a\\u{07}b\\rc\\nd\\te"), ("a\u{202E}b\u{2066}c", "a\\u{202E}b\\u{2066}c"),
        ("a\u{9B}31m\u{7F}", "a\\u{009B}31m\\u{7F}"), ("a\u{200B}b\u{2028}c", "a\\u{200B}b\\u{2028}c"),
    ])
    func `a line has nothing that a terminal obeys`(text: String, line: String) {
        #expect(text.visibleLine == line)
        #expect(line.visibleLine == line)
    }

    @Test(arguments: [
        ("a,b\r\nc\td\n", "a,b\r\nc\td\n"), ("a\rb\r\n", "a\\rb\r\n"), ("a\r\rb\r", "a\\r\\rb\\r"),
        ("a\u{1B}\nb\u{202E}", "a\\u{1B}\nb\\u{202E}"),
    ])
    func `a text of several lines keeps them`(text: String, shown: String) {
        #expect(text.visibleText == shown)
    }

    @Test func `a table's columns stay below each other`() {
        var table = TextTable([("name", .left), ("price", .right)])
        table.add(["a\u{1B}", "1"])
        table.add(["b", "2"])
        #expect(table.lines == ["name     price", "a\\u{1B}      1", "b            2"])
    }
}
