import ShelfWire
import Testing

@Suite struct CSVTextTests {
    @Test(arguments: [
        ("plain", "plain"), ("a = b", "a = b"), ("=1+1", "'=1+1"), ("+1", "'+1"), ("-1", "'-1"), ("@sum", "'@sum"),
        ("\t=1", "'\t'=1"), ("\r=1", "\"'\r=1\""), ("\u{FF1D}1", "'\u{FF1D}1"), ("\u{FF0B}1", "'\u{FF0B}1"),
        ("\u{FF0D}1", "'\u{FF0D}1"), ("\u{FF20}a", "'\u{FF20}a"), ("a;=1", "a;'=1"), ("a;b", "a;b"),
        ("a\t+1\t-2", "a\t'+1\t'-2"), ("a|@b|\u{FF1D}c", "a|'@b|'\u{FF1D}c"), (";;=1", ";;'=1"),
        ("a;=\"x\"", "\"a;'=\"\"x\"\"\""), ("=\u{301}1", "'=\u{301}1"),
    ])
    func `a text that a spreadsheet would take for a formula has an apostrophe before it`(text: String, cell: String) {
        var table = CSVText(header: ["a", "b"])
        table.add([.text(text), .number(-1)])
        #expect(table.bytes == Array("a,b\r\n\(cell),-1\r\n".utf8))
    }

    @Test func `what the program wrote stays as it is`() {
        var table = CSVText(header: ["a", "b"])
        table.add([.plain("-05:00;-1"), .nothing])
        #expect(table.bytes == Array("a,b\r\n-05:00;-1,\r\n".utf8))
    }
}
