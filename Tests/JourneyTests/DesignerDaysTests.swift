import Foundation
import HTTPTypes
import ShelfClient
import ShelfConfiguration
import ShelfDatabase
import ShelfEngine
import ShelfModel
import ShelfSQLite
import ShelfServer
import ShelfTesting
import ShelfWire
import Testing

/// Sixteen hours in which designers change a shop while it runs, or two days when `SHELFLIFE_HOURS` is 48 or more: two
/// servers on one database, and a client at each.
@Suite(.timeLimit(.minutes(30))) struct `Days of designers` {
    @Test func `at every instant both clients show what the plan promised`() async throws {
        var days = try await DesignerDays()
        try await days.publish(DesignerShop())
        try await days.go(toHour: 2)

        let plan = "{item: kite, position: 2, from: 2027-01-15T13:00, for: 30m}"
        try await days.publish(DesignerShop(plan: plan))
        try days.expectPreview(of: DesignerShop(plan: plan), showsAsPromised: "kite")
        let evening = Fixtures.start + .hours(5)
        #expect(days.promised(at: evening + .minutes(15), position: 2) == "kite")
        try await days.go(toHour: 4)
        let typo = DesignerShop(rules: "plann: []")
        #expect(try await days.problems(of: typo) == ["the key \"plann\""])
        #expect(try await days.reload(typo) == ["the key \"plann\""])
        try await days.go(toHour: 5)
        try await days.go(to: evening + .minutes(15))
        #expect(days.shown.allSatisfy { $0[1] == "kite" })

        try await days.rest(hours: 3)
        try await days.withdraw(position: 3)
        try await days.rest(hours: 1)
        try await days.replace(by: "kite")
        try await days.rest(hours: 7)
        try await days.post("/v1/admin/redraws", RedrawRequest(store: "main", fromMs: days.nowMs, reason: "x"))
        try await days.rest(hours: 4)
        try await days.publish(DesignerShop(price: 7000), in: .minutes(20) + .seconds(13))
        #expect(days.promisedPrices.contains { $0 < 100 } && days.promisedPrices.contains { $0 >= 7000 })
        try await days.rest(hours: 6)
        days.expectPrices(7000...)
        try await days.restart()
        try await days.rest(hours: 1)
        days.expectPrices(7000..., "a restart undoes nothing that was published")
        try await days.rollBack(to: 1)
        try await days.rest(hours: 7)
        days.expectPrices(...100)
        #expect(try await days.reload(DesignerShop(price: 20)) == [])
        try await days.rest(hours: 2)
        try await days.restart()
        try await days.rest(hours: 14)
        days.expectPrices(...100, "nor anything that was rolled back")
        #expect(days.compared > 10_000)
        #expect(days.unsettled < 100)
    }
}

/// The files of the shop that the designers change.
struct DesignerShop {
    var price = 10
    var rules = ""
    /// What is planned; empty for nothing.
    var plan = ""

    var files: [ContentFileMessage] {
        let rows = (1...60).map { "item-\($0),Item \($0),set-\($0 % 4),2020-01-01,\($0 + price),,\n" }.joined()
        let yaml = """
            title: Ours
            catalogue: [items.csv]
            stores:
              - id: main
                positions: 4
                choose: {except: [{sets: [toys]}]}
                noRepeat: 10m
                \(rules)
            """
        return [
            ContentFileMessage(
                path: "items.csv",
                text: "id,name,set,released,price,edition,glyph\n\(rows)kite,Kite,toys,2020-01-01,\(price),,\n"),
            ContentFileMessage(path: "content.yaml", text: yaml),
        ] + (plan.isEmpty ? [] : [ContentFileMessage(path: "plan.yaml", text: "main:\n  - \(plan)\n")])
    }
}

/// A world with two servers and two clients, and what the store's future has promised last.
struct DesignerDays {
    private let world: World
    private var promise: [FutureAnswer.Entry] = []
    private var random = SplitMix64(seed: 5)
    private var keys = 0
    /// When the scheduled version takes effect.
    private var scheduled: Instant?
    private var settledAt = Fixtures.start
    /// How many cards were compared with the promise.
    private(set) var compared = 0
    /// How many weren't shown yet, just after a start.
    private(set) var unsettled = 0

    init() async throws {
        var configuration = Fixtures.configuration(stores: [Fixtures.sealedStore()])
        configuration.settings.admins = [
            AdminToken(name: "anna", hash: Self.hash, scopes: Set(AdminScope.allCases))
        ]
        let server = try await VirtualServer(
            configuration: configuration, database: SQLiteDatabase.inMemory(),
            time: ManualTimeline(at: Fixtures.start + .seconds(20)))
        world = World(server: server, twin: try await server.twin())
        let description = try #require(server.engine.descriptions.first)
        for (seed, server) in [(1, server), (2, world.twin)] as [(UInt32, VirtualServer?)] {
            try await world.add(
                VirtualClient(
                    in: world, at: server, store: "main", publicKey: try #require(PublicKey(description.publicKey)),
                    offsetUs: Int64(seed) * 9_000_000, driftPerMillion: 30, seed: seed))
        }
    }

    /// SHA-256 of `boss`.
    private static let hash = Hex.decode("a5e7c002443743c5836758c7d1cd8ddefd9fcf2061daa0efaac683fb99966057")!

    var nowMs: Int64 { world.nowUs / 1000 }
    private var now: Instant { Instant(milliseconds: nowMs) }

    /// The items that each client shows.
    var shown: [[String?]] {
        world.clients.map { client in client.shelf().positions.map { $0.card?.item } }
    }

    /// Both clients show cards, all at prices of a range.
    func expectPrices(_ range: some RangeExpression<Int64>, _ comment: Comment? = nil) {
        for client in world.clients {
            let prices = client.shelf().positions.compactMap { $0.card?.price }
            #expect(!prices.isEmpty && prices.allSatisfy(range.contains), comment)
        }
    }

    /// The prices that are promised from now on.
    var promisedPrices: [Int64] { promise.filter { $0.startMs >= nowMs }.map(\.price) }

    /// Lets time pass, and compares both clients with the promise at random instants.
    mutating func go(to instant: Instant) async throws {
        while now < instant {
            let next = min(instant, now + .milliseconds(Int64.random(in: 1...40_000, using: &random)))
            try await putScheduledInForce(before: next)
            try await world.run(untilUs: next.milliseconds * 1000)
            try compare()
        }
    }

    /// Lets the servers follow as soon as a scheduled version takes effect.
    private mutating func putScheduledInForce(before end: Instant) async throws {
        guard let instant = scheduled, instant <= end else { return }
        scheduled = nil
        try await world.run(untilUs: instant.milliseconds * 1000)
        try await world.follow()
    }

    mutating func go(toHour hour: Int64) async throws {
        try await go(to: Fixtures.start + .hours(hour))
    }

    /// Lets a number of hours pass; in the short form of the test, quarters of an hour.
    mutating func rest(hours: Int64) async throws {
        try await go(to: now + .minutes(Self.isLong ? hours * 60 : hours * 15))
    }

    private static let isLong =
        ProcessInfo.processInfo.environment["SHELFLIFE_HOURS"].flatMap { Int($0) }.map { $0 >= 48 } ?? false

    /// What the promise says of an instant.
    ///
    /// - Parameter position: counted from 1.
    func promised(at instant: Instant, position: Int) -> String? {
        entry(at: instant, position: position)?.item
    }

    private func entry(at instant: Instant, position: Int) -> FutureAnswer.Entry? {
        promise.first {
            $0.position == position && $0.startMs <= instant.milliseconds && instant.milliseconds < $0.endMs
        }
    }

    private mutating func compare() throws {
        let over = nowMs - 60_000
        promise.removeAll { $0.endMs < over }
        for client in world.clients {
            let shelf = client.shelf()
            let instant = try #require(shelf.instant)
            for position in shelf.positions {
                guard let card = position.card else {
                    #expect(now - settledAt < .seconds(20))
                    unsettled += 1
                    continue
                }
                let due = try #require(entry(at: instant, position: position.position + 1))
                #expect(card.item == due.item && card.price == due.price, "position \(due.position) at \(now)")
                compared += 1
            }
        }
    }

    /// - Parameter delay: how much later it takes effect; at once without one.
    mutating func publish(_ shop: DesignerShop, in delay: TimeSpan? = nil) async throws {
        let from = delay.map { now + $0 }
        try await post(
            "/v1/admin/content/versions",
            ContentPublicationRequest(
                files: shop.files, reason: "x", fromMs: from?.milliseconds, base: 0, over: .max,
                dropPlan: shop.plan.isEmpty))
        scheduled = from
    }

    /// Puts the content of an earlier version in force again.
    mutating func rollBack(to version: Int64) async throws {
        try await post(
            "/v1/admin/content/roll-back", ContentRollBackRequest(to: version, reason: "x", base: 0, over: .max))
    }

    /// Restarts both servers, which changes nothing of what was promised.
    mutating func restart() async throws {
        try await world.restartServers()
        settledAt = now
        let before = coming
        try await promiseAgain()
        #expect(!before.isEmpty && coming == before)
    }

    /// What is promised for the next ten hours.
    private var coming: [String] {
        promise.filter { $0.startMs > nowMs && $0.startMs < nowMs + 36_000_000 }
            .map { "\($0.position): \($0.item) from \($0.startMs) to \($0.endMs)" }
    }

    /// Publishes what has errors, and returns what was found in place of what was expected.
    func problems(of shop: DesignerShop) async throws -> [String?] {
        let request = ContentPublicationRequest(files: shop.files, reason: "x", base: 0, over: .max)
        let answer = try await send("/v1/admin/content/versions", request, key: "none")
        #expect(answer.status == 422)
        return try WireJSON.decode(Problem.self, answer.body).problems?.map(\.found) ?? []
    }

    /// Lets the first server read its files again.
    ///
    /// - Parameter shop: what the files say by now.
    /// - Returns: what was found in place of what was expected. Then nothing has changed.
    mutating func reload(_ shop: DesignerShop) async throws -> [String?] {
        let (engine, now) = (world.server.engine, now)
        let settings = {
            var settings = world.server.configuration.settings
            settings.content.owner = .files
            return settings
        }()
        let files = shop.files.map { ContentFile(path: $0.path, bytes: Array($0.text.utf8)) }
        let reloader = ContentReloader(
            versions: engine.versions, settings: settings, logger: world.server.log.logger
        ) { () throws(ConfigurationProblems) in
            let (content, warnings) = try ConfigurationLoader.content(files, now: now)
            return .sound(
                LoadedConfiguration(
                    settings: settings, content: LoadedContent(content: content, file: "content.yaml", files: files),
                    warnings: warnings))
        }
        let before = coming
        switch await reloader.reload(reason: "x") {
        case .refused(let problems), .refusedSettings(let problems):
            try await promiseAgain()
            #expect(!before.isEmpty && coming == before)
            return problems.problems.map(\.found)
        case .failed(let error): throw error
        case .settingsOnly: return ["settings only"]
        case .done:
            try await world.follow()
            try await promiseAgain()
            return []
        }
    }

    /// A preview, which draws with another seed, shows what is planned where and when the promise does, and nowhere
    /// else.
    func expectPreview(of shop: DesignerShop, showsAsPromised item: String) throws {
        let files = shop.files.map { ContentFile(path: $0.path, bytes: Array($0.text.utf8)) }
        let content = try ConfigurationLoader.content(files, now: now).content
        let end = Instant(milliseconds: promise.map(\.startMs).max() ?? 0)
        let preview = try Preview(
            rules: content.stores[0].rules, catalogue: content.catalogue, span: now..<end, number: 3)
        let shown = preview.offers.filter { $0.item == item }
        #expect(Set(shown.map(\.position)) == [1] && !shown.isEmpty)
        let promised = promise.filter { $0.item == item }
        #expect(shown.first?.start.milliseconds == promised.first?.startMs)
        #expect(shown.last?.end.milliseconds == promised.last?.endMs)
    }

    /// Withdraws what a position shows. Both clients show that two seconds later, and both tills refuse it.
    mutating func withdraw(position: Int) async throws {
        while try #require(entry(at: now, position: position)).endMs < nowMs + 10_000 {
            try await go(to: now + .seconds(5))
        }
        let due = try #require(entry(at: now, position: position))
        let listing = try #require(world.clients[0].shelf().positions[position - 1].listing)
        try await post(
            "/v1/admin/withdrawals",
            WithdrawalRequest(store: "main", position: position, startMs: due.startMs, reason: "x"), tells: 1)
        try await go(to: now + .seconds(1))
        for client in world.clients {
            let shown = client.shelf().positions[position - 1]
            #expect(shown.isWithdrawn && shown.listing?.start.milliseconds == due.startMs)
        }
        for server in [world.server, try #require(world.twin)] {
            #expect(try await refusal(of: listing, price: due.price, at: server) == .withdrawn)
        }
    }

    /// Why a new player can't buy a listing; `nil` when it is sold.
    private func refusal(
        of listing: ShelfListing, price: Int64, at server: VirtualServer
    ) async throws -> Problem.Code? {
        let credential = Base64URL.encode((0..<32).map { UInt8($0) })
        let signIn = try await server.client.send(
            "/v1/players", method: .post, body: WireJSON.encode(PlayerRequest(credential: credential)))
        let token = try WireJSON.decode(PlayerTokens.self, signIn.body).token
        var headers: HTTPFields = [.authorization: "Bearer \(token)"]
        headers[HTTPField.Name("Idempotency-Key")!] = "\(listing.slot)"
        let wanted = PurchaseRequest(
            chain: listing.chain, slot: listing.slot, position: listing.position, revision: listing.revision,
            price: price)
        let answer = try await server.client.send(
            "/v1/stores/main/purchases", method: .post, headers: headers, body: WireJSON.encode(wanted))
        guard answer.status != 200 else { return nil }
        return try WireJSON.decode(Problem.self, answer.body).code
    }

    /// Puts an item into a listing that comes in a few minutes; both clients show it from its start on.
    mutating func replace(by item: String) async throws {
        try await promiseAgain()
        let coming = try #require(promise.first { $0.startMs > nowMs + 180_000 && $0.decided })
        try await post(
            "/v1/admin/replacements",
            ReplacementRequest(
                store: "main", position: coming.position, startMs: coming.startMs, item: item, reason: "x"))
        let start = Instant(milliseconds: coming.startMs)
        #expect(promised(at: start, position: coming.position) == item)
        try await go(to: start + .seconds(1))
        #expect(shown.allSatisfy { $0[coming.position - 1] == item })
    }

    /// Sends an order to the first server, and lets the other one follow within a second.
    ///
    /// - Parameter notices: how many pieces with notices the order itself brings to the first server's clients.
    mutating func post(_ path: String, _ body: some Encodable, tells notices: Int = 0) async throws {
        keys += 1
        let answer = try await send(path, body, key: "\(keys)")
        #expect(answer.status == 200, "\(answer.text)")
        await world.clients[0].hear(notices)
        try await world.run(untilUs: world.nowUs + 500_000)
        try await world.follow()
        try await world.run(untilUs: world.nowUs + 500_000)
        try await promiseAgain()
    }

    /// Asks the second server what the store will show.
    private mutating func promiseAgain() async throws {
        let server = world.twin ?? world.server
        let answer = try await server.client.send(
            "/v1/admin/future/main?hours=48", headers: [.authorization: "Bearer boss"])
        promise = try WireJSON.decode(FutureAnswer.self, answer.body).listings
    }

    private func send(_ path: String, _ body: some Encodable, key: String) async throws -> InProcessClient.Answer {
        var headers: HTTPFields = [.authorization: "Bearer boss"]
        headers[HTTPField.Name("Idempotency-Key")!] = key
        return try await world.server.client.send(
            path, method: .post, headers: headers, body: WireJSON.encode(body))
    }
}
