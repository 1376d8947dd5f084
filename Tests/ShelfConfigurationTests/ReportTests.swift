import ShelfConfiguration
import ShelfModel
import Testing

@Suite struct ReportTests {
    @Test func `a check tells what there is, and how much of it can be drawn`() throws {
        let configuration = try TemporaryFolder.configured(
            store: "    noRepeat: 1m\n    choose: {sets: [set-1, set-2]}\n"
        ).load()
        #expect(
            CheckReport(configuration, file: "shelflife.yaml", now: .testNow).lines == [
                "shelflife.yaml is right: 1 store, 40 items, 4 sets",
                "store  positions   lead  can be drawn now  needed",
                "main           4  300ms                20      12",
            ])
    }

    @Test func `a table shortens what is too long and never ends a line in spaces`() {
        var table = TextTable([("name", .left), ("note", .left)])
        table.add([String(repeating: "x", count: 60), ""])
        table.add(["Åsa", "short"])
        #expect(
            table.lines == [
                "name                                      note", String(repeating: "x", count: 39) + "…",
                "Åsa                                       short",
            ])
    }

    @Test func `a preview starts on the store's own day`() throws {
        let configuration = try TemporaryFolder.configured(store: "    offset: +02:00\n").load()
        let request = try PreviewRequest(configuration, store: nil, from: "2026-12-24", hours: 2, now: .testNow)
        #expect(request.span.lowerBound == RFC3339.instant("2026-12-23T22:00:00Z"))
        #expect(request.span.upperBound == RFC3339.instant("2026-12-24T00:00:00Z"))
        #expect(request.store.id == "main")
    }

    @Test func `a preview starts now, on a whole second, unless told otherwise`() throws {
        let configuration = try TemporaryFolder.configured().load()
        let now = Instant.testNow + .milliseconds(750)
        let request = try PreviewRequest(configuration, store: "main", from: nil, hours: 1, now: now)
        #expect(request.span == .testNow..<Instant.testNow + .hours(1))
    }

    @Test(arguments: [
        ("mian", nil, 1, "--store: found \"mian\", expected one of main; did you mean main?"),
        ("main", "soon", 1, "--from: found \"soon\", expected a date such as"),
        ("main", nil, 0, "--hours: found 0, expected a whole number from 1 to 744"),
        ("main", nil, 745, "--hours: found 745, expected a whole number from 1 to 744"),
    ])
    func `what can't be previewed is told`(store: String, from: String?, hours: Int, message: String) throws {
        let configuration = try TemporaryFolder.configured().load()
        do {
            _ = try PreviewRequest(configuration, store: store, from: from, hours: hours, now: .testNow)
            Issue.record("expected a refusal")
        } catch {
            #expect(error.description.hasPrefix(message))
        }
    }
}
