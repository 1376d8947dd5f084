import Foundation
import HTTPTypes
import ShelfConfiguration
import ShelfDatabase
import ShelfEngine
import ShelfModel
import ShelfSQLite
import ShelfServer
import ShelfTesting
import ShelfWire
import Testing

@Suite struct `A store's future over its route` {
    private static let path = "/v1/admin/future/main"

    private func future(_ server: VirtualServer, _ query: String = "") async throws -> FutureAnswer {
        try await server.getAsAdmin(Self.path + query)
    }

    /// What the store `main` has decided by now, by start and position.
    private func decided(_ server: VirtualServer) -> [Listing] {
        (server.engine.shelves["main"]?.listings.values.map(\.listing) ?? [])
            .sorted { ($0.start, $0.position) < ($1.start, $1.position) }
    }

    @Test func `has the shelf of now first, its positions counted from 1, and goes on without a gap`() async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        let answer = try await future(server, "?hours=2")
        let now = server.time.now.milliseconds
        #expect((answer.store, answer.title, answer.currency) == ("main", "Main", "coins"))
        #expect(answer.zone == ZoneMessage(.utc))
        #expect((answer.fromMs, answer.untilMs, answer.askedAtMs) == (now, now + 7_200_000, now))
        #expect(answer.nothingToShowMs == nil)
        #expect(answer.listings.prefix(4).allSatisfy { $0.startMs <= now })
        #expect(Set(answer.listings.map(\.position)) == [1, 2, 3, 4])
        for position in 1...4 {
            let row = answer.listings.filter { $0.position == position }
            #expect(row[0].endMs > now && row[row.count - 1].endMs >= answer.untilMs)
            #expect(zip(row, row.dropFirst()).allSatisfy { $0.endMs == $1.startMs })
        }
        #expect(answer.listings.allSatisfy { $0.decided || $0.startMs >= answer.decidedUntilMs })
        #expect(answer.decidedUntilMs >= now + 11 * 60_000)
        let listing = try #require(answer.listings.first)
        #expect(listing.name == "Item \(listing.item.dropFirst(5))")
        #expect(listing.price == 1 + Int64(listing.item.dropFirst(5))!)
    }

    @Test func `is what the store then decides, to the second`() async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        let promised = try await future(server, "?hours=3").listings
        var shown: Set<Listing> = []
        for minute in 1...180 {
            await server.engine.publisher.publish(earliest: Fixtures.start + .minutes(minute))
            shown.formUnion(decided(server))
        }
        #expect(promised.count > 200)
        #expect(promised.allSatisfy { shown.contains($0.listing) })
    }

    @Test func `is written to the byte as the encoder of everything else would write it`() async throws {
        let (server, _) = try await VirtualServer.withAdmins(currency: "a \"quoted\" / \\ 💎")
        let odd = "Été\u{2028}\t\u{1}/\"\\👩‍🚀"
        server.configuration.content.catalogue = try Catalogue(
            Fixtures.catalogue(items: 60, name: odd).items.map {
                Item(id: $0.id, name: $0.name, set: "\(odd) \($0.set)", released: $0.released, price: $0.price)
            })
        server.configuration.content.stores[0].rules.plan = [
            PlannedAppearance(
                item: "item-3", position: 1,
                times: .once(CalendarDate(Fixtures.start), TimeOfDay(hour: 9, minute: 0)!), length: .minutes(5))
        ]
        try await server.putContentInForce()
        let body = try await server.askAsAdmin(Self.path + "?hours=6").body
        let future = try WireJSON.decode(FutureAnswer.self, body)
        #expect(future.listings.contains { $0.planned && $0.appearance == 0 })
        #expect(body == (try WireJSON.encode(future)))
    }

    @Test func `changes with a sale of a limited edition, but not where it is decided`() async throws {
        let (server, shopper) = try await withEditions()
        let before = try await future(server, "?hours=6")
        let wish = try shopper.purchaseRequest()
        let item = try shopper.item(of: wish)
        #expect(try await shopper.buy(wish).status == 200)
        let after = try await future(server, "?hours=6")
        #expect(after.listings.filter(\.decided) == before.listings.filter(\.decided))
        #expect(after.listings != before.listings)
        let lastDecided = after.listings.filter(\.decided).map(\.endMs).max()!
        #expect(before.listings.contains { $0.item == item && $0.startMs >= lastDecided })
        #expect(!after.listings.contains { $0.item == item && !$0.decided })
        var shown: Set<Listing> = []
        for minute in 1...360 {
            await server.engine.publisher.publish(earliest: Fixtures.start + .minutes(minute))
            shown.formUnion(decided(server))
        }
        #expect(after.listings.allSatisfy { shown.contains($0.listing) })
    }

    @Test func `has withdrawn items only where it is decided, as the windows that follow`() async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        let before = try await future(server, "?hours=6")
        let item = try #require(before.listings.last { $0.decided }).item
        let stop = WithdrawalRequest(item: item, reason: "a wrong price")
        #expect(try await server.postAsAdmin("/v1/admin/withdrawals", stop, key: "w").status == 200)
        let after = try await future(server, "?hours=6")
        #expect(after.listings.filter(\.decided).map(\.listing) == before.listings.filter(\.decided).map(\.listing))
        #expect(after.listings.allSatisfy { $0.withdrawn == ($0.item == item) })
        #expect(!after.listings.contains { $0.item == item && !$0.decided })
        var shown: Set<Listing> = []
        for minute in 1...360 {
            await server.engine.publisher.publish(earliest: Fixtures.start + .minutes(minute))
            shown.formUnion(decided(server))
        }
        #expect(after.listings.allSatisfy { shown.contains($0.listing) })
    }

    @Test func `has a lifted item from when on it is sold again, as the windows that follow`() async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        let item = try #require(try await future(server, "?hours=6").listings.last).item
        let stop = WithdrawalRequest(item: item, reason: "a wrong price")
        #expect(try await server.postAsAdmin("/v1/admin/withdrawals", stop, key: "w").status == 200)
        let lift = WithdrawalRequest(lift: 1, reason: "it was right")
        #expect(try await server.postAsAdmin("/v1/admin/withdrawals", lift, key: "l").status == 200)
        let after = try await future(server, "?hours=6")
        #expect(after.listings.contains { $0.item == item && !$0.decided && !$0.withdrawn })
        var shown: Set<Listing> = []
        for minute in 1...360 {
            await server.engine.publisher.publish(earliest: Fixtures.start + .minutes(minute))
            shown.formUnion(decided(server))
        }
        #expect(after.listings.allSatisfy { shown.contains($0.listing) })
    }

    /// A server whose items have one copy each.
    private func withEditions() async throws -> (VirtualServer, Shopper) {
        let (server, _) = try await VirtualServer.withAdmins()
        let items = server.configuration.content.catalogue.items.map {
            Item(id: $0.id, name: $0.name, set: $0.set, released: $0.released, price: $0.price, edition: 1)
        }
        server.configuration.content.catalogue = try Catalogue(items)
        let again = try await VirtualServer(
            configuration: server.configuration, database: SQLiteDatabase.inMemory(), time: server.time)
        return (again, try await Shopper(again))
    }

    @Test func `has what is over as it was, for as long as it is kept`() async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        let before = try await future(server, "?hours=1")
        for minute in 1...9 {
            await server.engine.publisher.publish(earliest: Fixtures.start + .minutes(minute))
        }
        server.time.now = Fixtures.start + .minutes(9)
        server.configuration.content.catalogue = Fixtures.catalogue(items: 60, price: 1000)
        try await server.putContentInForce()
        let after = try await future(server, "?from=2027-01-15T08:00:20Z&hours=1")
        #expect(after.keptFromMs == (Fixtures.start - .minutes(1)).milliseconds)
        #expect(after.listings.filter(\.decided).starts(with: before.listings.filter(\.decided)))
        #expect(after.listings.filter { !$0.decided }.allSatisfy { $0.price >= 1000 })
        let long = try await future(server, "?from=1970-01-01&hours=1")
        #expect(long.listings.isEmpty && long.fromMs == 0)
    }

    @Test func `begins with a day of the store's own calendar`() async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        let rules = server.configuration.content.stores[0].rules
        server.configuration.content.stores[0].rules = StoreRules(
            store: "main", positions: rules.positions, noRepeat: rules.noRepeat, zone: Zone(offset: .hours(2)))
        try await server.putContentInForce()
        let answer = try await future(server, "?from=2027-01-16&hours=1")
        #expect((answer.fromMs, answer.zone.offsetMs) == (1_800_050_400_000, 7_200_000))
    }

    @Test(arguments: [
        ("?hours=0", "hours is 0, but for this store it must be a whole number from 1 to 168."),
        ("?hours=-5", "hours is -5, but for this store it must be a whole number from 1 to 168."),
        (
            "?hours=1000000000",
            "hours is 1000000000, but for this store it must be a whole number from 1 to 168."
        ),
        ("?hours=99999999999999999999", "hours must be a whole number."),
        ("?hours=1e9", "hours must be a whole number."),
        ("?format=pdf", "format must be json, csv or ics."),
        (
            "?from=2027-02-15",
            "This store's future can be asked for up to 2027-01-29T08:00:00Z; ask for an earlier from, or fewer hours."
        ),
        (
            "?from=tomorrow",
            """
            from: found "tomorrow", expected a date such as 2026-11-21 or an instant such as 2026-11-21T09:00:00Z.
            """
        ),
    ]) func `is refused with advice`(query: String, advice: String) async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        let answer = try await server.askAsAdmin(Self.path + query)
        #expect(answer.status == 400)
        #expect(try answer.problem().detail == advice)
    }

    @Test func `is shorter for a store that shows very much`() async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        server.configuration.content.stores[0].rules = StoreRules(
            store: "main", positions: 40, shelfLife: 1...1)
        try await server.putContentInForce()
        let answer = try await server.askAsAdmin(Self.path)
        #expect(
            try answer.problem().detail
                == "hours is 24, but for this store it must be a whole number from 1 to 1.")
    }

    @Test func `of an unknown store names those that there are, and of a new one says when it opens`() async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        let unknown = try await server.askAsAdmin("/v1/admin/future/none")
        #expect(unknown.status == 404)
        #expect(
            try unknown.problem().detail == "The content in force has no store with this id; there are main, bazaar.")
        server.configuration.content.stores.append(Fixtures.sealedStore(id: "annex"))
        _ = try await server.engine.publisher.putInForce(
            server.configuration.content, version: nil, appSecrets: [:], now: server.time.now)
        let closed = try await server.askAsAdmin("/v1/admin/future/annex")
        #expect(closed.status == 503)
        #expect(try closed.problem().detail == "The store annex is new and opens within a minute; ask again then.")
    }

    @Test func `ends where nothing can be drawn any more, and says when that is`() async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        let day = CalendarDate(year: 2027, month: 1, day: 16)!
        server.configuration.content.stores[0].rules = StoreRules(
            store: "main", positions: 4,
            weights: [
                WeightRule(factor: .zero, selector: Selector(), season: .during(.once(from: day, to: day)))
            ])
        try await server.putContentInForce()
        let answer = try await future(server, "?hours=24")
        let end = try #require(answer.nothingToShowMs)
        #expect(end >= day.start().milliseconds && end < day.start().milliseconds + 240_000)
        #expect(answer.listings.allSatisfy { $0.startMs < day.start().milliseconds })
        #expect(answer.listings.contains { $0.endMs == end })
    }

    @Test func `is a table that a spreadsheet takes for texts, with local times`() async throws {
        let server = try await named(["=1+1", "-7", "Say \"hi\", you", "Ä"], zone: Zone(offset: .hours(-8)))
        let answer = try await server.askAsAdmin(Self.path + "?hours=1&format=csv")
        #expect(answer.headers[.contentType] == "text/csv; charset=utf-8")
        #expect(answer.headers[.contentDisposition] == "attachment; filename=\"main-20270115T080020Z.csv\"")
        let lines = answer.text.split(separator: "\r\n", omittingEmptySubsequences: false)
        #expect(
            lines[0] == "position,item,name,set,price,currency,start,end,zone,startMs,endMs,decided,planned,withdrawn"
        )
        #expect(lines[lines.count - 1].isEmpty)
        let first = try #require(try await future(server, "?hours=1").listings.first)
        let start = RFC3339.localText(Instant(milliseconds: first.startMs), in: Zone(offset: .hours(-8)))
        #expect(start.hasPrefix("2027-01-14 23:") || start.hasPrefix("2027-01-15 00:00:"))
        #expect(lines[1].contains(",coins,\(start),"))
        #expect(lines[1].hasSuffix(",UTC-08:00,\(first.startMs),\(first.endMs),yes,no,no"))
        #expect(lines.contains { $0.contains(",'=1+1,") })
        #expect(lines.contains { $0.contains(",\"Say \"\"hi\"\", you\",") })
        #expect(lines.contains { $0.contains(",'-7,") })
    }

    @Test func `is a calendar with folded lines, and events that keep their names`() async throws {
        let long = String(repeating: "größer, ", count: 12) + "a;b\\c"
        let server = try await named([long, "B", "C", "D"], zone: .utc)
        let answer = try await server.askAsAdmin(Self.path + "?hours=1&format=ics")
        #expect(answer.headers[.contentType] == "text/calendar; charset=utf-8")
        #expect(answer.headers[.contentDisposition] == "attachment; filename=\"main-20270115T080020Z.ics\"")
        let folded = answer.text.components(separatedBy: "\r\n")
        #expect(folded.allSatisfy { $0.utf8.count <= 75 })
        #expect(folded.contains { $0.hasPrefix(" ") })
        let lines = answer.text.replacing("\r\n ", with: "").components(separatedBy: "\r\n")
        #expect(lines.prefix(3) == ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Shelflife//Future//EN"])
        #expect(lines.contains("DESCRIPTION:The store's days and times are those of UTC+00:00."))
        #expect(lines.suffix(2) == ["END:VCALENDAR", ""])
        #expect(lines.contains("DTSTAMP:20270115T080020Z"))
        let escaped = String(repeating: "größer\\, ", count: 12) + "a\\;b\\\\c"
        #expect(lines.contains { $0.hasPrefix("SUMMARY:\(escaped)\\, 7 coins\\, position ") })
        let names = lines.filter { $0.hasPrefix("UID:") }
        #expect(names.count > 80 && Set(names).count == names.count)
        let later = try await server.askAsAdmin(Self.path + "?hours=2&format=ics").text
            .replacing("\r\n ", with: "")
        #expect(names.allSatisfy { later.contains($0) })
        #expect(lines.contains("STATUS:CONFIRMED") && lines.contains("STATUS:TENTATIVE"))
    }

    @Test func `names the store's zone, whose clock may change on the way`() async throws {
        let change = Instant(milliseconds: 1_800_001_800_000)
        let zone = Zone(name: "Europe/London", first: .zero, changes: [Zone.Change(at: change, offset: .hours(1))])
        let server = try await named(["A", "B", "C", "D"], zone: zone)
        #expect(try await future(server, "?hours=1").zone.zone == zone)
        let table = try await server.askAsAdmin(Self.path + "?hours=1&format=csv").text
        let rows = table.split(separator: "\r\n").dropFirst().map { $0.split(separator: ",").map(String.init) }
        let starts = rows.map { RFC3339.localText(Instant(milliseconds: Int64($0[9])!), in: zone) }
        #expect(rows.map { $0[6] } == starts)
        #expect(rows.allSatisfy { $0[8] == "Europe/London" })
        #expect(starts.contains { $0 < "2027-01-15 08:30" } && starts.contains { $0 > "2027-01-15 09:30" })
        #expect(!starts.contains { $0 > "2027-01-15 08:30" && $0 < "2027-01-15 09:30" })
        let calendar = try await server.askAsAdmin(Self.path + "?hours=1&format=ics").text
        #expect(calendar.contains("DESCRIPTION:The store's days and times are those of Europe/London.\r\n"))
    }

    private func named(_ names: [String], zone: Zone) async throws -> VirtualServer {
        let (server, _) = try await VirtualServer.withAdmins()
        let released = Item.Release.date(CalendarDate(year: 2020, month: 1, day: 1)!)
        let items = names.enumerated().map {
            Item(id: "item-\($0)", name: $1, set: "set", released: released, price: 7)
        }
        server.configuration.content.catalogue = try Catalogue(items)
        server.configuration.content.stores[0].rules = StoreRules(store: "main", positions: 4, zone: zone)
        return try await VirtualServer(
            configuration: server.configuration, database: SQLiteDatabase.inMemory(), time: server.time)
    }

    @Test func `tells nothing to anybody who may not see it, not even which stores there are`() async throws {
        let (server, shopper) = try await VirtualServer.withAdmins()
        let paths = [Self.path, "/v1/admin/future/none", Self.path + "?format=ics", Self.path + "?hours=0"]
        for (token, status) in [("reader", 403), ("game", 403), ("nobody", 401), (shopper.tokens.token, 401)] {
            var answers: [InProcessClient.Answer] = []
            for path in paths { answers.append(try await server.askAsAdmin(path, token: token)) }
            #expect(answers.allSatisfy { $0.status == status && $0.body == answers[0].body })
            #expect(answers.allSatisfy { $0.headers == answers[0].headers && $0.headers[.cacheControl] == "no-store" })
            #expect(answers.allSatisfy { $0.headers[.eTag] == nil })
        }
        let answer = try await server.askAsAdmin(Self.path)
        #expect(answer.headers[.cacheControl] == "no-store" && answer.headers[.eTag] == nil)
    }

    @Test func `is in the audit log with its span before it is answered, also when it was refused`() async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        _ = try await server.askAsAdmin(Self.path + "?from=2027-01-16&format=ics")
        _ = try await server.askAsAdmin(Self.path + "?hours=0")
        _ = try await server.askAsAdmin(Self.path, token: "reader")
        let uses = try await server.getAsAdmin("/v1/admin/audit", as: AuditAnswer.self).uses.reversed().map(\.self)
        #expect(
            uses.map(\.what) == [
                "GET /v1/admin/future/main?from=2027-01-16T00:00:00Z&hours=24", "GET /v1/admin/future/main",
                "GET /v1/admin/future/main",
            ])
        #expect(uses.map(\.status) == [200, 400, 403])
        #expect(uses.map(\.by) == ["anna", "anna", "ralph"])
        server.faults.writing = true
        #expect(try await server.askAsAdmin(Self.path).status == 503)
    }

    @Test func `is worked out one at a time, and a token's third request has to come again`() async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        let client = server.client
        let answers = try await withThrowingTaskGroup(of: InProcessClient.Answer.self) { group in
            for _ in 0..<40 {
                group.addTask {
                    try await client.send(
                        "/v1/admin/future/main?hours=168",
                        headers: VirtualServer.adminHeaders(key: nil, token: "boss"))
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(answers.map(\.status)) == [200, 429])
        #expect(answers.count { $0.status == 200 } >= 2)
        #expect(answers.allSatisfy { $0.status == 200 || $0.headers[.retryAfter] == "2" })
        #expect(try await server.askAsAdmin(Self.path).status == 200)
    }
}

extension FutureAnswer.Entry {
    fileprivate var listing: Listing {
        Listing(
            position: position - 1, start: Instant(milliseconds: startMs), seconds: Int(endMs - startMs) / 1000,
            item: item)
    }
}
