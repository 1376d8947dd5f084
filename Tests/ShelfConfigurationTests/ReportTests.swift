import ShelfConfiguration
import ShelfModel
import Testing

@Suite struct ReportTests {
    @Test func `a check tells what there is, and how much of it can be drawn`() throws {
        let folder = try TemporaryFolder.configured(
            store: "    noRepeat: 1m\n    choose: {sets: [set-1, set-2]}\n")
        let checked = try ConfigurationLoader.check(file: "\(folder.path)/shelflife.yaml", now: .testNow)
        let report = CheckReport(checked, file: "shelflife.yaml", now: .testNow, isComplete: false)
        #expect(
            report.lines == [
                "shelflife.yaml is right: 1 store, 40 items, 4 sets",
                "store  positions   lead  can be drawn now  needed",
                "main           4  300ms                20      12",
            ])
    }

    private static func report(rows: String, isComplete: Bool = false) throws -> CheckReport {
        let folder = try TemporaryFolder.configured()
        try folder.write(String.items + rows, to: "items.csv")
        do {
            let checked = try ConfigurationLoader.check(file: "\(folder.path)/shelflife.yaml", now: .testNow)
            return CheckReport(checked, file: "shelflife.yaml", now: .testNow, isComplete: isComplete)
        } catch {
            return CheckReport(error.problems, file: "shelflife.yaml", isComplete: isComplete)
        }
    }

    @Test func `a warning lets a check pass, unless it is strict`() throws {
        let report = try Self.report(rows: "late,Late,set-1,2050-01-01,1,,*\n")
        #expect(report.passes(strict: false))
        #expect(!report.passes(strict: true))
        #expect(report.lines.count == 4)
        #expect(report.lines[0].hasSuffix("up to 2028-11-21; check the year"))
        #expect(report.lines[1] == "shelflife.yaml can be served, with 1 warning: 1 store, 41 items, 4 sets")
    }

    @Test func `an error never passes`() throws {
        let report = try Self.report(rows: "late,Late,set-1,2050-01-01,1,,*\nfree,Free,set-1,2020-01-01,free,,*\n")
        #expect(!report.passes(strict: false))
        #expect(!report.passes(strict: true))
        #expect(report.lines.last == "shelflife.yaml: 1 error and 1 warning")
    }

    @Test func `what is right passes a strict check`() throws {
        #expect(try Self.report(rows: "").passes(strict: true))
    }

    @Test(arguments: [
        (false, 2, "shelflife.yaml: 7 errors (--all lists each of them)"), (true, 8, "shelflife.yaml: 7 errors"),
    ])
    func `a report says when it has left something out`(isComplete: Bool, lines: Int, last: String) throws {
        let rows = (1...7).map { "free-\($0),Free,set-1,2020-01-01,free,,*\n" }.joined()
        let report = try Self.report(rows: rows, isComplete: isComplete)
        #expect(report.lines.count == lines)
        #expect(report.lines.last == last)
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
        let request = try PreviewRequest(
            configuration.content.stores, store: nil, from: "2026-12-24", hours: 2, now: .testNow)
        #expect(request.span.lowerBound == RFC3339.instant("2026-12-23T22:00:00Z"))
        #expect(request.span.upperBound == RFC3339.instant("2026-12-24T00:00:00Z"))
        #expect(request.store.id == "main")
    }

    @Test func `a preview starts now, on a whole second, unless told otherwise`() throws {
        let configuration = try TemporaryFolder.configured().load()
        let now = Instant.testNow + .milliseconds(750)
        let request = try PreviewRequest(configuration.content.stores, store: "main", from: nil, hours: 1, now: now)
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
            _ = try PreviewRequest(configuration.content.stores, store: store, from: from, hours: hours, now: .testNow)
            Issue.record("expected a refusal")
        } catch {
            #expect(error.description.hasPrefix(message))
        }
    }
}
