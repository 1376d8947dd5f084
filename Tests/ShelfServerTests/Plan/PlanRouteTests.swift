import HTTPTypes
import ShelfDatabase
import ShelfEngine
import ShelfModel
import ShelfServer
import ShelfTesting
import ShelfWire
import Testing

@Suite struct `A plan over its routes` {
    private static let path = "/v1/admin/plan/main"

    private static let yaml = """
        title: Ours
        catalogue: [items.csv]
        stores:
          - id: main   # the first
            positions: 4
          - {id: flat, positions: 2}

        """

    /// The rows of the plan.
    private static let rows = [firstRow, lastRow]

    /// A server with version 1 in force.
    private func planned(_ yaml: String = yaml, rows: [String] = rows) async throws -> VirtualServer {
        let (server, _) = try await VirtualServer.withAdmins()
        try await publish(server, yaml, rows: rows)
        return server
    }

    @discardableResult
    private func publish(
        _ server: VirtualServer, _ yaml: String = yaml, rows: [String] = rows
    ) async throws -> ContentPublicationAnswer {
        let items = (1...60).map { "item-\($0),Item \($0),set-\($0 % 4),2020-01-01,\($0 * 10),,\n" }.joined()
        let files = [
            ContentFileMessage(
                path: "items.csv",
                text: "id,name,set,released,price,edition,glyph\n\(items)late,Late,set-1,2027-03-01,9,,\n"),
            ContentFileMessage(path: "content.yaml", text: yaml),
            ContentFileMessage(path: "plan.yaml", text: "# The anniversary first.\n" + Self.plan(rows)),
        ]
        let request = ContentPublicationRequest(files: files, reason: "because", base: 0, over: .max)
        return try published(await server.postAsAdmin("/v1/admin/content/versions", request, key: nil))
    }

    private static func plan(_ rows: [String]) -> String { "main:\n" + rows.map { "  - \($0)\n" }.joined() }

    /// The file of a version's plan without the comment at its head.
    private func text(_ server: VirtualServer, version: Int64) async throws -> String {
        let answer: ContentFilesAnswer = try await server.getAsAdmin("/v1/admin/content/versions/\(version)/files")
        let text = try #require(answer.files.first { $0.path == "plan.yaml" }).text
        #expect(text.hasPrefix("# Planned appearances, by store. Shelflife writes this file anew"))
        return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { $0 + "\n" }.joined()
    }

    private func plan(_ server: VirtualServer) async throws -> PlanAnswer { try await server.getAsAdmin(Self.path) }

    private func change(
        _ server: VirtualServer, base: Int64 = 1, index: Int? = nil, _ appearance: PlannedAppearanceMessage? = nil,
        reason: String? = "a feast", over: Int64? = nil, store: String = "main", token: String = "boss"
    ) async throws -> InProcessClient.Answer {
        let asked = PlanChangeRequest(base: base, index: index, appearance: appearance, reason: reason, over: over)
        return try await server.postAsAdmin("/v1/admin/plan/\(store)", asked, key: nil, token: token)
    }

    private func trial(
        _ server: VirtualServer, index: Int? = nil, _ appearance: PlannedAppearanceMessage? = nil
    ) async throws -> PlanTrialAnswer {
        let asked = PlanChangeRequest(base: 1, index: index, appearance: appearance)
        let answer = try await server.postAsAdmin(Self.path + "/try", asked, key: nil)
        try #require(answer.status == 200, "\(answer.text)")
        return try WireJSON.decode(PlanTrialAnswer.self, answer.body)
    }

    private func published(_ answer: InProcessClient.Answer) throws -> ContentPublicationAnswer {
        try #require(answer.status == 200, "\(answer.text)")
        return try WireJSON.decode(ContentPublicationAnswer.self, answer.body)
    }

    private static let feast = PlannedAppearanceMessage(
        item: "item-9", position: 1, from: "2027-01-15T20:00", length: "2m")
    private static let feastRow = "{item: item-9, position: 1, from: 2027-01-15T20:00, for: 2m}"
    private static let firstRow = "{item: item-1, position: 2, from: 2027-01-16T18:00, for: 5m}"
    private static let lastRow = "{item: item-2, days: [fri], at: [\"18:00\"], for: 2m, within: 10m}"

    @Test func `it is told in the words of the file, with what a change has to know`() async throws {
        let plan = try await plan(try await planned())
        #expect((plan.store, plan.version, plan.zone.name, plan.positions) == ("main", 1, "UTC+00:00", 4))
        #expect((plan.shortestMs, plan.longestMs) == (45_000, 240_000))
        #expect(
            plan.appearances == [
                .init(item: "item-1", position: 2, from: "2027-01-16T18:00", length: "5m"),
                .init(item: "item-2", at: ["18:00"], days: ["fri"], length: "2m", within: "10m"),
            ])
    }

    @Test func `an appearance that is added makes a version, comes after the others, and is shown at its second`()
        async throws
    {
        let server = try await planned()
        let made = try published(await change(server, Self.feast))
        #expect((made.version.number, made.version.author, made.version.reason) == (2, "anna", "a feast"))
        let drawn = try #require(made.stores.first { $0.store == "main" })
        #expect(made.isNew && drawn.drawnUntilMs > server.time.now.milliseconds)
        #expect(
            try await text(server, version: 2) == Self.plan([Self.firstRow, Self.lastRow, Self.feastRow]))
        #expect(try await plan(server).appearances.last == Self.feast)
        let future: FutureAnswer = try await server.getAsAdmin(
            "/v1/admin/future/main?from=2027-01-15T20:00:00Z&hours=1")
        let shown = try #require(future.listings.first { $0.planned })
        #expect((shown.position, shown.item, shown.startMs, shown.appearance) == (1, "item-9", 1_800_043_200_000, 2))
        #expect(future.listings.filter { !$0.planned }.allSatisfy { $0.appearance == nil })
    }

    @Test func `one that is changed keeps its place`() async throws {
        let server = try await planned()
        let moved = PlannedAppearanceMessage(item: "item-1", position: 3, from: "2027-01-17T18:00:30", length: "300s")
        _ = try published(await change(server, index: 0, moved))
        let row = "{item: item-1, position: 3, from: 2027-01-17T18:00:30, for: 5m}"
        #expect(try await text(server, version: 2) == Self.plan([row, Self.lastRow]))
    }

    @Test func `one is removed by its index`() async throws {
        let server = try await planned()
        _ = try published(await change(server, index: 0))
        #expect(try await text(server, version: 2) == Self.plan([Self.lastRow]))
        #expect(try await plan(server).appearances.map(\.item) == ["item-2"])
    }

    @Test func `two operators don't undo each other`() async throws {
        let server = try await planned()
        _ = try published(await change(server, index: 0))
        for stale in [try await change(server, index: 0, Self.feast), try await change(server, index: 1)] {
            #expect(try stale.code() == .contentConflict)
            #expect(try stale.problem().detail.contains("read the plan again"))
        }
        let tried = try await server.postAsAdmin(Self.path + "/try", PlanChangeRequest(base: 1, index: 1), key: nil)
        #expect(try tried.code() == .contentConflict)
        #expect(try await plan(server).appearances.map(\.item) == ["item-2"])
        #expect(try await plan(server).version == 2)
    }

    @Test func `a change whose answer was lost counts once`() async throws {
        let server = try await planned()
        _ = try published(await change(server, Self.feast))
        let again = try published(await change(server, Self.feast))
        #expect(again.version.number == 2 && !again.isNew)
        #expect(try await plan(server).appearances.count == 3)
    }

    @Test func `a change goes from the version in force, and names the coming one that will take its place`()
        async throws
    {
        let server = try await planned()
        let files: ContentFilesAnswer = try await server.getAsAdmin("/v1/admin/content/versions/1/files")
        let titled = files.files.map {
            ContentFileMessage(path: $0.path, text: $0.text.replacing("title: Ours", with: "title: Friday"))
        }
        let friday = ContentPublicationRequest(
            files: titled, reason: "", fromMs: (server.time.now + .hours(2)).milliseconds, base: 0, over: .max)
        _ = try published(await server.postAsAdmin("/v1/admin/content/versions", friday, key: nil))
        let undone = try await change(server, Self.feast)
        #expect(try undone.code() == .contentConflict)
        #expect(try undone.problem().problems?.map(\.found).joined().contains("item-9") == true)
        let made = try published(await change(server, Self.feast, over: 2))
        #expect(made.version.number == 3 && made.next?.number == 2)
        #expect(try await text(server, version: 3) == Self.plan([Self.firstRow, Self.lastRow, Self.feastRow]))
        #expect(server.engine.content.current.title == "Ours")
    }

    @Test func `a try names the scheduled version that draws without it, or closes the store`() async throws {
        let server = try await planned()
        let files: ContentFilesAnswer = try await server.getAsAdmin("/v1/admin/content/versions/1/files")
        func schedule(_ old: String, _ new: String, after hours: Int64) async throws {
            let changed = files.files.map {
                ContentFileMessage(path: $0.path, text: $0.text.replacing(old, with: new))
            }
            let coming = ContentPublicationRequest(
                files: changed, reason: "", fromMs: (server.time.now + .hours(hours)).milliseconds, base: 0,
                over: .max)
            _ = try published(await server.postAsAdmin("/v1/admin/content/versions", coming, key: nil))
        }
        try await schedule("title: Ours", "title: Friday", after: 2)
        let without = try await trial(server, Self.feast).problems
        let draws = "expected a start before 2027-01-15T10:12, from when on version 2 draws by a plan without it"
        #expect(without.map(\.isWarning) == [true])
        #expect(try #require(without.first).text.contains(draws))
        try await schedule("title: Ours", "title: Friday, with the feast", after: 2)
        try await schedule(Self.lastRow, Self.lastRow + "\n  - " + Self.feastRow, after: 2)
        #expect(try await trial(server, Self.feast).problems.isEmpty)
        try await schedule("main", "other", after: 3)
        let closed = try await trial(server, Self.feast).problems
        let text = try #require(closed.first).text
        #expect(text.contains("from when on version 5 closes the store"))
        #expect(text.contains("before 2027-01-15T11:00"), "\(text)")
        #expect(closed.count == 1)
    }

    @Test func `a try changes nothing, and says from when a listing can differ`() async throws {
        let server = try await planned()
        let tried = try await trial(server, Self.feast)
        #expect(tried.isPossible && tried.problems.isEmpty)
        let made = try published(await change(server, Self.feast))
        #expect(made.version.number == 2)
        #expect(tried.drawnUntilMs == made.stores.first { $0.store == "main" }?.drawnUntilMs)
    }

    struct Mistake: Sendable, CustomTestStringConvertible {
        let appearance: PlannedAppearanceMessage
        let text: String
        let isPossible: Bool

        init(
            _ item: String = "item-9", position: Int = 1, from: String? = "2027-01-16T18:00", at: [String]? = nil,
            until: String? = nil, for length: String = "2m", isPossible: Bool = false, _ text: String
        ) {
            appearance = PlannedAppearanceMessage(
                item: item, position: position, from: from, at: at, until: until, length: length)
            self.text = text
            self.isPossible = isPossible
        }

        var testDescription: String { text }
    }

    static let mistakes = [
        Mistake(position: 2, from: "2027-01-16T18:03", "appearances that don't overlap"),
        Mistake("item-1", position: 3, from: "2027-01-16T18:03", "an item at one position at a time"),
        Mistake("late", "released at 2027-03-01T00:00"),
        Mistake("itme-1", "one of the catalogue's items"),
        Mistake(position: 5, "from 1 to 4, the positions"),
        Mistake(for: "10s", "at least 45s"),
        Mistake(from: "2027-01-15T08:02", "when position 1 isn't free, expected a start at 2027-01-15T08:1"),
        Mistake(from: "2027-01-15T08:05", for: "1h", isPossible: true, "; it begins at 2027-01-15T08:1"),
        Mistake(from: "2026-01-15T08:05", for: "1h", isPossible: true, "a time that is to come"),
        Mistake(from: "Friday", "found \"Friday\""),
        Mistake(for: "2 cats", "found \"2 cats\""),
        Mistake(from: nil, at: ["25:00"], "found \"25:00\""),
        Mistake(until: "2027-01-18", "until without at"),
    ]

    @Test(arguments: mistakes)
    func `a try names what would be wrong, and what is an error is not made`(mistake: Mistake) async throws {
        let server = try await planned()
        let tried = try await trial(server, mistake.appearance)
        #expect(tried.isPossible == mistake.isPossible)
        #expect(
            tried.problems.contains { $0.text.contains(mistake.text) && $0.isWarning == mistake.isPossible },
            "\(tried.problems)")
        let made = try await change(server, mistake.appearance)
        guard !mistake.isPossible else { return #expect(made.status == 200) }
        #expect(try made.code() == .contentRefused)
        #expect(try made.problem().problems == tried.problems)
        let untold = try await change(server, mistake.appearance, token: "writer").problem()
        #expect(
            untold.problems == nil && !untold.detail.contains(mistake.text), "others have planned what it would name")
        #expect(try await plan(server).version == 1)
    }

    @Test func `a start that no length of listings can meet is told, with when its position is free`() async throws {
        let yaml = Self.yaml.replacing(
            "positions: 4\n", with: "positions: 4\n    shelfLife: {from: 1h, to: 90m}\n"
        )
        let server = try await planned(yaml, rows: [])
        let row = try await future(server, hours: 4).filter { $0.position == 1 }
        let (decided, next) = (try #require(row.last { $0.decided }), try #require(row.first { !$0.decided }))
        let tooSoon = PlannedAppearanceMessage(
            item: "item-9", position: 1, from: local(decided.endMs + 600_000), length: "150m")
        let tried = try await trial(server, tooSoon)
        #expect(tried.isPossible && tried.problems.count == 1)
        let text = try #require(tried.problems.first).text
        #expect(text.contains("\(local(decided.endMs + 600_000)), when position 1 isn't free"), "\(text)")
        #expect(text.contains("position 1"))
        #expect(next.startMs == decided.endMs)
        let anyTime = PlannedAppearanceMessage(
            item: "item-9", position: 1, from: local(decided.endMs + 3_600_000), length: "1h")
        #expect(try await trial(server, anyTime).problems.isEmpty)
    }

    private func future(_ server: VirtualServer, hours: Int) async throws -> [FutureAnswer.Entry] {
        let answer: FutureAnswer = try await server.getAsAdmin("/v1/admin/future/main?hours=\(hours)")
        return answer.listings
    }

    private func local(_ milliseconds: Int64) -> String {
        String(RFC3339.text(Instant(milliseconds: milliseconds)).dropLast())
    }

    @Test func `a roll-back says nothing of appearances that its version had decided`() async throws {
        let soon = "{item: item-9, position: 1, from: 2027-01-15T08:20, for: 2m}"
        let server = try await planned(rows: [Self.firstRow, soon])
        await server.advance(to: server.time.now + .minutes(12))
        try await publish(server, rows: [Self.firstRow])
        let back = ContentRollBackRequest(to: 1, reason: "x", base: 0, over: .max)
        let told = try published(await server.postAsAdmin("/v1/admin/content/roll-back", back, key: nil))
        #expect(told.warnings.map(\.text) == [])
        // Another one at that time is news.
        let other = soon.replacing("item-9", with: "item-8")
        let warned = try await publish(server, rows: [Self.firstRow, other]).warnings
        #expect(warned.map(\.text).joined().contains("plan[1]: 2027-01-15T08:20, when position 1 isn't free"))
    }

    @Test func `an instant is told as the store's local time`() async throws {
        let yaml = Self.yaml.replacing("positions: 4", with: "positions: 4\n    offset: \"+05:30\"")
        let tried = try await trial(
            planned(yaml), PlannedAppearanceMessage(item: "item-9", from: "2027-01-16T12:30:00Z", length: "2m"))
        #expect(!tried.isPossible)
        #expect(tried.problems.map(\.text).joined().hasSuffix("; did you mean 2027-01-16T18:00:00?"))
    }

    @Test func `a try names the item again within noRepeat, and what others get by the change`() async throws {
        let yaml = Self.yaml.replacing("    positions: 4\n", with: "    positions: 4\n    noRepeat: 5m\n")
        let server = try await planned(yaml)
        let before = PlannedAppearanceMessage(item: "item-1", position: 3, from: "2027-01-16T17:57", length: "2m")
        let tried = try await trial(server, before)
        #expect(tried.isPossible)
        // It comes first, so the appearance of before is the one that comes too soon after it.
        #expect(tried.problems.map(\.text).contains { $0.hasPrefix("plan[0].item: ") && $0.contains("noRepeat") })
    }

    @Test func `what is wrong with others and was so before is no problem of the change`() async throws {
        let over = "{item: item-3, from: 2026-01-01T10:00, for: 2m}"
        let server = try await planned(rows: [Self.firstRow, Self.lastRow, over])
        #expect(try await trial(server, Self.feast).problems.isEmpty)
        #expect(try await trial(server, index: 2).problems.isEmpty)
    }

    @Test func `with its last appearance the file of the plan goes`() async throws {
        let server = try await planned(rows: [Self.firstRow])
        _ = try published(await change(server, index: 0))
        let answer: ContentFilesAnswer = try await server.getAsAdmin("/v1/admin/content/versions/2/files")
        #expect(answer.files.map(\.path) == ["content.yaml", "items.csv"])
        _ = try published(await change(server, base: 2, Self.feast, store: "flat"))
        #expect(try await text(server, version: 3) == "flat:\n  - \(Self.feastRow)\n")
    }

    @Test func `what isn't there, and what is no change, is refused`() async throws {
        let server = try await planned()
        #expect(try await change(server, Self.feast, store: "none").code() == .notFound)
        #expect(try await change(server, index: 2, Self.feast).code() == .notFound)
        #expect(try await change(server, index: -1).code() == .notFound)
        #expect(try await change(server).code() == .badRequest)
        #expect(try await change(server, Self.feast, reason: nil).code() == .badRequest)
        #expect(try await change(server, Self.feast, reason: "").code() == .badRequest)
        #expect(try await change(server, base: 7, Self.feast).code() == .contentConflict)
        #expect(try await server.askAsAdmin("/v1/admin/plan/none").status == 404)
        #expect(try await plan(server).version == 1)
    }

    @Test(arguments: [
        #"{"base": 1, "index": 0, "apearance": {"item": "item-9", "for": "2m"}, "reason": "x"}"#,
        #"{"base": 1, "appearance": {"item": "item-9", "at": ["18:00"], "untill": "2027-02-01", "for": "2m"}, "reason": "x"}"#,
    ])
    func `a misspelt member neither removes an appearance nor plans one for ever`(body: String) async throws {
        let server = try await planned()
        let answer = try await server.client.send(
            Self.path, method: .post, headers: VirtualServer.adminHeaders(key: nil, token: "boss"),
            body: Array(body.utf8))
        #expect(try answer.code() == .badRequest)
        #expect(try await plan(server).appearances.count == 2)
    }

    @Test func `content that is no version has no plan to change`() async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        #expect(try await server.askAsAdmin(Self.path).status == 404)
        #expect(try await change(server, Self.feast).code() == .notFound)
    }

    @Test func `looking and trying take a scope, changing another, and each is in the audit log`() async throws {
        let server = try await planned()
        #expect(try await server.askAsAdmin(Self.path, token: "reader").status == 403)
        #expect(try await change(server, Self.feast, token: "reader").status == 403)
        _ = try await plan(server)
        _ = try await trial(server, Self.feast)
        _ = try await change(server, Self.feast)
        _ = try await change(server, index: 0)
        let uses = try await server.getAsAdmin("/v1/admin/audit", as: AuditAnswer.self).uses.reversed().dropFirst()
        #expect(uses.map(\.status) == [403, 403, 200, 200, 200, 409])
        #expect(
            uses.map(\.what) == [
                "GET \(Self.path)", "POST \(Self.path)", "GET \(Self.path)", "POST \(Self.path)/try",
                "POST \(Self.path)",
                "POST \(Self.path)",
            ])
        #expect(uses.map(\.reason)[4] == "version 2: a feast")
    }

    @Test func `the items that can be planned are listed`() async throws {
        let server = try await planned()
        let answer: ContentItemsAnswer = try await server.getAsAdmin("/v1/admin/content/items")
        #expect(answer.items.count == 61)
        #expect(
            answer.items.first { $0.id == "late" }
                == .init(id: "late", name: "Late", set: "set-1", price: 9, released: "2027-03-01"))
        #expect(try await server.askAsAdmin("/v1/admin/content/items", token: "reader").status == 403)
    }
}
