import Foundation
import ShelfConfiguration
import ShelfModel
import Testing

@Suite struct LimitTests {
    @Test func `a secret is never repeated in a problem`() throws {
        let secret = "c2VjcmV0IHNlY3JldCBzZWNyZXQgc2VjcmV0IHNlY3I"
        let problems = try TemporaryFolder.configured(store: "    lead: 10m\n    appSecret: \(secret)=\n").problems()
        #expect(problems.count == 1)
        #expect(problems.allSatisfy { !$0.contains("c2Vjcm") })
    }

    @Test func `a file that is too large is refused before it is read whole`() throws {
        let folder = try TemporaryFolder.configured(top: "title: One")
        try folder.write(Data(repeating: 0x0A, count: (16 << 20) + 1), to: "content.yaml")
        #expect(
            folder.problems() == [
                """
                shelflife.yaml:1: content.file: found "content.yaml", which is larger than 16 MiB, expected a file of at \
                most 16 MiB; split it
                """
            ])
    }

    @Test func `a pipe is refused, since reading it might never end`() throws {
        let folder = try TemporaryFolder.configured()
        #expect(mkfifo("\(folder.path)/pipe.yaml", 0o600) == 0)
        #expect(
            folder.problems("pipe.yaml") == [
                "pipe.yaml: found \"pipe.yaml\", which is a pipe or a device, expected the path of a file"
            ])
    }

    @Test func `a file that is missing is named`() throws {
        let folder = try TemporaryFolder.configured()
        #expect(
            folder.problems("other.yaml") == ["other.yaml: found no file \"other.yaml\", expected the path of a file"])
    }

    @Test func `a plan with very many times is refused or checked in no time`() throws {
        let times = (0..<289).map { "\"0\($0 / 60):\($0 % 60 < 10 ? "0" : "")\($0 % 60)\"" }
        func plan(_ times: [String], rows: Int = 40) -> String {
            let row = "  - {item: item-1, at: [\(times.joined(separator: ", "))], for: 366d}\n"
            return "main:\n" + String(repeating: row, count: rows)
        }
        #expect(
            try TemporaryFolder.configured(plan: plan(times)).problems().first
                == "plan.yaml:2: main[0].at: found 289 times, expected at most 288")
        let crowded = try TemporaryFolder.configured(plan: plan(times.dropLast())).problems()
        #expect(crowded.count == 1)
        #expect(crowded.first?.contains("found 92160 planned times in eight days, expected at most 20000") == true)
        #expect(try TemporaryFolder.configured(plan: plan(times.dropLast(), rows: 8)).problems().count > 8)
    }

    @Test(arguments: [
        (String(repeating: "x", count: 65_537), ""),
        ("\"" + String(repeating: "x\n", count: 40_000) + "\"", "; look for a quote that is never closed"),
    ])
    func `a very long record is refused before it is read whole`(name: String, advice: String) throws {
        let folder = try TemporaryFolder.configured()
        try folder.write(
            "id,name,set,released,price,edition,glyph\nitem-1,\(name),set,2020-01-01,1,,\n", to: "items.csv")
        #expect(
            folder.problems().first == """
                items.csv:2: found a record of more than 65,536 bytes, expected at most 65,536\(advice)
                """)
    }

    @Test func `very many unknown keys are one problem`() throws {
        let keys = (1...20_000).map { "key-\($0): 1" }.joined(separator: "\n")
        #expect(
            try TemporaryFolder.configured(top: keys).problems() == [
                "content.yaml:1: found 20,002 keys, expected at most 100"
            ])
    }

    @Test func `a mapping of names may have ten thousand keys`() throws {
        func problems(_ count: Int) throws -> [String] {
            let keys = (1...count).map { "c\($0): 1" }.joined(separator: ", ")
            return try TemporaryFolder.configured(settings: "players: {welcome: {\(keys)}}").problems()
        }
        #expect(
            try problems(10_001) == ["shelflife.yaml:1: players.welcome: found 10,001 keys, expected at most 10,000"])
        #expect(try problems(101).allSatisfy { !$0.contains("keys") })
    }

    /// A list in a store, one of its elements, how many may be there, and what a problem calls them.
    private static let lists = [
        ("weights: [", "{factor: 2, sets: [set-1]}", "]", 1000, "weights: found 1,001 weights, expected at most 1,000"),
        (
            "choose: {except: [", "{sets: [set-1]}", "]}", 1000,
            "choose.except: found 1,001 conditions, expected at most 1,000"
        ),
        (
            "choose: {sets: [", "set-1", "]}", 100_000,
            "choose.sets: found 100,001 sets, expected at most 100,000"
        ),
        (
            "choose: {items: [", "item-1", "]}", 100_000,
            "choose.items: found 100,001 items, expected at most 100,000"
        ),
        (
            "weights: [{factor: 2, sets: [set-1], during: {days: [", "mon", "]}}]", 7,
            "weights[0].during.days: found 8 days, expected at most 7"
        ),
    ]

    @Test(arguments: lists)
    func `a list in a store that is too long is one problem`(
        start: String, element: String, end: String, most: Int, problem: String
    ) throws {
        let elements = [String](repeating: element, count: most + 1).joined(separator: ", ")
        let problems = try TemporaryFolder.configured(store: "    \(start)\(elements)\(end)\n").problems()
        #expect(problems == ["content.yaml:6: stores[0].\(problem)"])
    }

    @Test func `a plan that is too long is one problem`() throws {
        let rows = [String](repeating: "{item: item-1, from: '2027-01-01T10:00', for: 10m}", count: 10_001)
        let problems = try TemporaryFolder.configured(plan: "main: [\(rows.joined(separator: ", "))]\n").problems()
        #expect(problems == ["plan.yaml:1: main: found 10,001 appearances, expected at most 10,000"])
    }

    @Test func `a thousand weights may be used`() throws {
        let rules = [String](repeating: "{factor: 2, sets: [set-1]}", count: 1000).joined(separator: ", ")
        #expect(try TemporaryFolder.configured(store: "    weights: [\(rules)]\n").problems() == [])
    }

    @Test func `the bounds hold for a content version too`() throws {
        let rules = [String](repeating: "{factor: 2, sets: [set-1]}", count: 1001).joined(separator: ", ")
        let files = [
            ContentFile(path: "items.csv", bytes: Array(String.items.utf8)),
            ContentFile(
                path: "content.yaml", bytes: Array(String.content(store: "    weights: [\(rules)]\n").utf8)),
        ]
        let problems = #expect(throws: ConfigurationProblems.self) {
            try ConfigurationLoader.content(files, now: .testNow)
        }
        #expect(
            try #require(problems).problems.map(\.description) == [
                "content.yaml:6: stores[0].weights: found 1,001 weights, expected at most 1,000"
            ])
    }

    @Test func `of more than a hundred thousand problems the rest is counted`() throws {
        let folder = try TemporaryFolder()
        try folder.write("catalogue: [items.yaml]\nstores: [{id: main, positions: 4}]\n", to: "content.yaml")
        // Five fields are missing of each item.
        try folder.write(String(repeating: "- {}\n", count: 20_002), to: "items.yaml")
        let problems = folder.problems("content.yaml")
        #expect(problems.count == 100_001)
        #expect(problems[99_999].hasPrefix("items.yaml:20000: "))
        #expect(problems.last == "found 10 further problems, expected at most 100,000; correct the others first")
    }

    @Test(arguments: [
        ("x: [" + String(repeating: "a,", count: 300_000) + "a]\n", "300,003"),
        ("x: {" + String(repeating: "a,", count: 300_000) + "a}\n", "300,003"),
        ("x:\n" + String(repeating: "- a\n", count: 150_000), "300,002"),
        (String(repeating: "\n", count: 300_001), "300,001"),
        (String(repeating: "[", count: 300_001), "300,001"),
        ("x:\n" + String(repeating: "-\u{85}", count: 300_000), "300,002"),
        (String(repeating: "a:\u{2028}b:\u{2029}", count: 150_001), "300,002"),
    ])
    func `a document that may have very many values is refused before it is parsed`(
        text: String, signs: String
    ) throws {
        let folder = try TemporaryFolder()
        try folder.write(text, to: "content.yaml")
        #expect(
            folder.problems("content.yaml") == [
                """
                content.yaml: found \(signs) line ends, commas, colons, dashes and opening brackets, expected at most \
                300,000, since each may begin a value; split the file, or write the catalogue as CSV
                """
            ])
    }

    @Test func `ten thousand items of twelve fields and 101 stores of nineteen rules may be written in YAML`() throws {
        let folder = try TemporaryFolder()
        let items = (1...10_000).map {
            """
            - {id: i\($0), name: N, set: set-\($0 % 9), released: 2020-01-01, price: 1, edition: 9, limit: 9, stock: 9, \
            glyph: x, text: T, art: a}

            """
        }
        try folder.write(items.joined(), to: "items.yaml")
        let rules = [String](repeating: "{factor: 2, sets: [set-1]}", count: 18).joined(separator: ", ")
        let stores = (1...101).map { "  - {id: s\($0), positions: 4, weights: [\(rules)]}\n" }.joined()
        try folder.write("catalogue: [items.yaml]\nstores:\n\(stores)", to: "content.yaml")
        #expect(folder.problems("content.yaml") == [])
    }

    @Test func `all files of a catalogue have a hundred thousand items together`() throws {
        func problems(_ count: Int) throws -> [String] {
            let folder = try TemporaryFolder()
            try folder.write(
                "catalogue: [items.csv, more.csv]\nstores: [{id: main, positions: 4}]\n", to: "content.yaml")
            try folder.write(.items, to: "items.csv")
            let rows = (1...count).map { "more-\($0),More,set-1,2020-01-01,1,,*\n" }.joined()
            try folder.write("id,name,set,released,price,edition,glyph\n" + rows, to: "more.csv")
            return folder.problems("content.yaml")
        }
        #expect(try problems(99_960) == [])
        #expect(
            try problems(99_961) == [
                """
                more.csv: found more than 100,000 items in the catalogue up to here, expected at most 100,000 in all of \
                its files
                """
            ])
    }

    @Test func `a catalogue of very many lines is refused before they are parted`() throws {
        let folder = try TemporaryFolder.configured()
        try folder.write(String.items + String(repeating: "\n", count: 1_000_000), to: "items.csv")
        #expect(
            folder.problems().first == "items.csv: found more than 1,000,000 lines, expected at most 1,000,000")
    }

    @Test func `a catalogue of very many commas is refused before it is read`() throws {
        let folder = try TemporaryFolder.configured()
        try folder.write(String.items + String(repeating: ",", count: 5_000_001), to: "items.csv")
        #expect(
            folder.problems().first == "items.csv: found more than 5,000,000 commas, expected at most 5,000,000")
    }

    @Test func `items times rules of all stores are bounded`() throws {
        func problems(weights: Int) throws -> [String] {
            let folder = try TemporaryFolder()
            let rules = [String](repeating: "{factor: 2, sets: [set-1]}", count: weights).joined(separator: ", ")
            let stores = ["a", "b"].map { "  - {id: \($0), positions: 4, weights: [\(rules)]}\n" }.joined()
            try folder.write("catalogue: [items.csv]\nstores:\n\(stores)", to: "content.yaml")
            let rows = (1...10_000).map { "item-\($0),Item,set-1,2020-01-01,1,,*\n" }.joined()
            try folder.write("id,name,set,released,price,edition,glyph\n" + rows, to: "items.csv")
            return folder.problems("content.yaml")
        }
        #expect(try problems(weights: 999) == [])
        #expect(
            try problems(weights: 1000) == [
                """
                content.yaml:4: stores[1].weights: found 10,000 items × 2,002 rules of the stores up to here, expected at \
                most 20,000,000, all stores together; have one rule for several sets or items
                """
            ])
    }

    @Test func `a reading that is cancelled is never taken for sound`() async throws {
        let files = [
            ContentFile(path: "items.csv", bytes: Array(String.items.utf8)),
            ContentFile(path: "content.yaml", bytes: Array(String.content().utf8)),
        ]
        let reading = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try ConfigurationLoader.content(files, now: .testNow).content
        }
        let problems = await #expect(throws: ConfigurationProblems.self) { try await reading.value }
        #expect(
            try #require(problems).problems.map(\.description).contains(
                "found nobody who waits for the result, expected somebody until everything is read"))
    }

    @Test func `a reading that is cancelled reads no further file of the catalogue`() async throws {
        let content = "catalogue: [missing.yaml]\nstores: [{id: main, positions: 4}]\n"
        let files = [ContentFile(path: "content.yaml", bytes: Array(content.utf8))]
        func problems(isCancelled: Bool) async throws -> [String] {
            let reading = Task {
                if isCancelled { withUnsafeCurrentTask { $0?.cancel() } }
                return try ConfigurationLoader.content(files, now: .testNow).content
            }
            let problems = await #expect(throws: ConfigurationProblems.self) { try await reading.value }
            return try #require(problems).problems.map(\.description)
        }
        #expect(try await problems(isCancelled: false).contains { $0.contains("missing.yaml") })
        #expect(try await !problems(isCancelled: true).contains { $0.contains("missing.yaml") })
    }

    @Test func `a shortage says from when, how many there are and how many are needed`() throws {
        let folder = try TemporaryFolder.configured(
            store:
                "    noRepeat: 4m\n    weights: [{factor: 0, sets: [set-1, set-2], during: {from: 2027-01-01, to: 2027-01-31}}]\n"
        )
        #expect(
            folder.problems() == [
                """
                content.yaml:4: stores[0].choose: found 20 items that can be drawn from 2027-01-01 on, expected at \
                least 28 for 4 positions of at least 45s with noRepeat 4m; have fewer positions, widen the \
                choice, shorten noRepeat or lengthen shelfLife
                """
            ])
    }

    @Test(arguments: [
        ("", "limits: {address: 1000001}", "from 1 to 1000000"), ("", "limits: {player: 0}", "from 1 to 1000000"),
        ("", "limits: {connections: 0}", "from 1 to 1000000"),
        ("", "limits: {connectionsPerAddress: 0}", "from 1 to 1000000"),
        ("", "limits: {newPlayersPerAddress: 0}", "from 1 to 1000000"),
        ("", "limits: {ordersPerAddress: 1000001}", "from 1 to 1000000"),
        ("", "players: {token: 2d}", "from 1m to 1d"), ("", "players: {refresh: 3651d}", "from 1h to 3650d"),
        ("", "players: {welcome: {coins: -1}}", "from 0 to 9007199254740991"),
        ("", "clock: {uncertainty: 6m}", "from 0ms to 5m"), ("", "server: {port: 65536}", "from 0 to 65535"),
        ("    title: ''\n", "", "at most 200 characters"), ("    columns: 5\n", "", "from 1 to 4"),
        ("    lead: 11m\n", "", "from 1ms to 10m"), ("    shelfLife: {to: 32d}\n", "", "from 1s to 31d"),
        ("    noRepeat: 36526d\n", "", "from 0ms to 36525d"), ("    offset: '+15:00'\n", "", "at most 14 hours"),
        ("    currency: ''\n", "", "at most 200 characters"), ("    cardBytes: 63\n", "", "from 64 to 65535"),
        ("    grace: 11s\n", "", "from 0ms to 10s"), ("    stock: 0\n", "", "from 1 to 9007199254740991"),
        ("    limits: {day: 0}\n", "", "from 1 to 9007199254740991"),
        ("    choose: {price: {to: -1}}\n", "", "from 0 to 9007199254740991"),
        ("    choose: {editionLeft: {to: -1}}\n", "", "from 0 to 9007199254740991"),
        ("    choose: {age: {under: 101 years}}\n", "", "at most 100 years"),
        ("    choose: {age: {under: 1201 months}}\n", "", "at most 100 years"),
        ("    weights: [{factor: 1001, sets: [set-1]}]\n", "", "from 0 to 1000"),
    ])
    func `a value beyond a limit is told the limit`(store: String, settings: String, bounds: String) throws {
        let settings = settings.isEmpty ? "content: {file: content.yaml}" : settings
        let problems = try TemporaryFolder.configured(settings: settings, store: store).problems()
        #expect(problems.count == 1)
        #expect(problems.allSatisfy { $0.contains(", expected ") && $0.contains(bounds) })
    }

    @Test(arguments: [
        ("players: {token: 1d, refresh: 3650d}", "    lead: 10m\n    grace: 10s\n    noRepeat: 0s\n"),
        ("limits: {address: 1000000, player: 1}", "    choose: {age: {over: 6 months, under: 100 years}}\n"),
        ("clock: {uncertainty: 0ms}", "    choose: {age: {under: 1200 months}}\n    offset: '-14:00'\n"),
        ("clock: {uncertainty: 5m}", "    lead: 10m\n    weights: [{factor: 1000, sets: [set-1]}]\n"),
    ])
    func `the limits themselves may be used`(settings: String, store: String) throws {
        #expect(try TemporaryFolder.configured(settings: settings, store: store).problems() == [])
    }

    @Test(.timeLimit(.minutes(30)))
    func `thousands of unknown names are told at once, of which the first get a guess`() throws {
        let names = (1...20_000).map { "\n        - itme-\($0)" }.joined()
        let folder = try TemporaryFolder.configured(store: "    choose:\n      items:\(names)\n")
        let rows = (1...10_000).map { "more-\($0),More,set-1,2020-01-01,1,,*\n" }.joined()
        try folder.write(String.items + rows, to: "items.csv")
        let problems = folder.problems()
        #expect(problems.count == 20_000)
        #expect(problems[0].hasSuffix("found \"itme-1\", expected one of the catalogue's items; did you mean item-1?"))
        #expect(problems[19_999].hasSuffix("found \"itme-20000\", expected one of the catalogue's items"))
    }

    @Test func `a catalogue of many records is read in a moment, however many quotes stay open`() throws {
        let folder = try TemporaryFolder.configured()
        let rows = String(repeating: "\"x\n", count: 20_001)
        try folder.write(String.items + rows, to: "items.csv")
        #expect(folder.problems().count > 10_000)
    }
}
