import ShelfSite
import Testing

@Suite struct `A compact script` {
    @Test(arguments: [
        ("a();\n\n\n  b();\n", "a();\nb();\n"),
        ("// alone\na(); // behind\n", "a();\n"),
        ("/** Says what it is. */\nfunction f() {\n  return 1;\n}\n", "function f() {\nreturn 1;\n}\n"),
        ("a/* between */b", "a b"),
        ("return/*\n*/1", "return\n1"),
        ("a = 1 / 2 // 3\n", "a = 1 / 2\n"),
    ])
    func `has no comments, indentation and empty lines`(source: String, wanted: String) {
        #expect(compact(source) == wanted)
    }

    @Test(arguments: [
        #"a = "// no comment";"#, #"a = 'it\'s // none';"#, "a = `// none\n   and indented ${b} text`;",
        "a = `${f(`/* inner */ ${{ b: `}` }}`)} // none`;", #"a = /\/\/ [/*] none/.test(b);"#, "return /[/]\\/x/g;",
        "a = (b) / c / d;", "a = b[1] / 2 / c;", "`${a}/${b}//${c}`;", "x = a.in / 2;",
    ])
    func `keeps strings, templates, patterns and divisions as they are`(source: String) {
        #expect(compact(source) == source)
    }

    @Test func `drops comments within a template's code`() {
        #expect(compact("`${a /* } */}b`;") == "`${a }b`;")
    }

    @Test(arguments: ["\"", "`${", "/*", "a = /", "'\\", "`\\"])
    func `ends where a broken one does`(source: String) {
        _ = compact(source)
    }

    private func compact(_ source: String) -> String { CompactScript.text(of: Array(source.utf8)) }
}
