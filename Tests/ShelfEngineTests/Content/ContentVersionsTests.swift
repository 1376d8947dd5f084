import ShelfConfiguration
import ShelfDatabase
import ShelfEngine
import ShelfModel
import ShelfSQL
import ShelfSQLite
import ShelfServer
import ShelfTesting
import ShelfWire
import Testing

/// Content versions while servers run.
@Suite struct ContentVersionsTests {
    private let database: SQLiteDatabase
    private let server: VirtualServer
    private let main: Engine

    init() async throws {
        database = try SQLiteDatabase.inMemory()
        server = try await VirtualServer(
            configuration: Shop().loaded().configuration, database: database,
            time: ManualTimeline(at: Fixtures.start))
        main = try await server.opened(try await Self.start(database)).engine
    }

    private static func start(_ database: SQLiteDatabase) async throws -> ContentStart {
        try await ContentStart.decide(
            Shop().read(), database: database, now: Fixtures.start, isStrict: false, logger: LogRecorder().logger)
    }

    /// Adds a version as another server does.
    private func add(_ shop: Shop, from: Instant) async throws {
        let newest = try await database.contentVersions(before: nil, limit: 1).first?.number ?? 0
        let new = NewContentVersion(
            content: StoredContent(shop.files), author: "ann", at: server.time.now, reason: "", origin: .published,
            from: from)
        #expect(try await database.add(new, after: newest) { _ in nil } != nil)
    }

    @Test func `A version that another server has published is in force here when it is asked for`() async throws {
        try await add(Shop(title: "Theirs", positions: "6"), from: Fixtures.start)
        #expect(main.content.current.title == "Ours")
        await main.versions.follow()
        #expect(main.content.current.title == "Theirs")
        #expect(main.content.state.version == 2)
        #expect(main.shelves["main"]?.description.positions == 6)
        let changes = main.content.state.changes
        await main.versions.follow()
        #expect(main.content.state.changes == changes)
    }

    @Test
    func `What another server has put in force draws the next window here, and none is made by what was before`()
        async throws
    {
        await main.publisher.publish(earliest: Fixtures.start)
        try await add(Shop(title: "Theirs"), from: Fixtures.start + .seconds(30))
        let next = Fixtures.start + .minutes(1)
        server.time.now = next
        #expect(await !main.publisher.publish(earliest: next))
        #expect(try await database.newestWindows(of: "main", limit: 1).first?.issuedAt == Fixtures.start)
        await main.versions.follow()
        #expect(await main.publisher.publish(earliest: next))
        #expect(try await database.newestWindows(of: "main", limit: 1).first?.issuedAt == next)
    }

    @Test func `What is bought right after another server's publication is bought on the new terms`() async throws {
        await main.publisher.publish(earliest: Fixtures.start)
        #expect(try await buy("a") == .sold(number: nil))
        var theirs = Shop(title: "Theirs")
        theirs.rules = "limits: {item: 1}"
        try await add(theirs, from: server.time.now)
        #expect(try await buy("b") == .refused(.ownedAlready))
        #expect(main.content.state.version == 2)
    }

    @Test
    func `What is bought while a version can't be in force here is bought on the terms of the one before`()
        async throws
    {
        await main.publisher.publish(earliest: Fixtures.start)
        var broken = Shop()
        broken.extra = "server: {port: 1}"
        try await add(broken, from: server.time.now)
        #expect(try await buy("a") == .sold(number: nil))
        #expect(main.content.state.version == 1)
    }

    /// Buys what the first position shows.
    private func buy(_ key: String) async throws -> PurchaseVerdict? {
        let now = server.time.now
        let shown = try #require(main.shelves["main"])
        let (name, listing) = try #require(
            shown.listings.first { $0.key.position == 0 && $0.value.start <= now && $0.value.end > now })
        let wish = PurchaseRequest(
            chain: try #require(ChainID(bytes: name.chain)), slot: name.slot, position: 0, revision: 0,
            price: try #require(Card(plaintext: listing.card)).price)
        let signedIn = try await main.players.signIn(String(repeating: "A", count: 43), at: now)
        let player = try #require(signedIn.flatMap { Int64($0.player) })
        let outcome = try await main.checkout.buy(
            wish, in: "main", as: OrderID(player: player, key: key), at: now, earliest: now)
        guard case .judged(let settled, _, _, _) = outcome else { return nil }
        return settled.verdict
    }

    @Test
    func `A scheduled version takes effect at its instant, and one that is published meanwhile goes on until then`()
        async throws
    {
        try await add(Shop(title: "Friday"), from: Fixtures.start + .minutes(3))
        try await add(Shop(title: "Meanwhile"), from: Fixtures.start)
        for (ms, title) in [(0, "Meanwhile"), (179_999, "Meanwhile"), (180_000, "Friday")] as [(Int64, String)] {
            server.time.now = Fixtures.start + .milliseconds(ms)
            await main.versions.follow()
            #expect(main.content.current.title == title)
        }
    }

    @Test
    func `A version that can't be in force here leaves the one before, is named once, and gives way to the next`()
        async throws
    {
        var shop = Shop()
        shop.extra = "server: {port: 1}"
        try await add(shop, from: Fixtures.start)
        await main.versions.follow()
        await main.versions.follow()
        #expect(main.content.current.title == "Ours")
        #expect(
            main.versions.faults == [
                "content version 2 can't be put in force, so what was in force goes on; see the log"
            ])
        #expect(server.log.lines.count { $0.contains("can't be put in force") } == 1)
        try await add(Shop(title: "Better"), from: Fixtures.start)
        await main.versions.follow()
        #expect(main.content.current.title == "Better")
        #expect(main.versions.faults.isEmpty)
    }

    private func reloader(_ shop: Shop) -> ContentReloader {
        ContentReloader(
            versions: main.versions, settings: Shop.settings, logger: server.log.logger
        ) { shop.read() }
    }

    @Test func `Files that are read again become a version, and say when the first listing can differ`() async throws {
        await main.publisher.publish(earliest: Fixtures.start)
        guard
            case .done(.changed(let version, let begins)) = await reloader(Shop(title: "Edited")).reload(reason: "why")
        else { return #expect(Bool(false)) }
        #expect(version.number == 2 && version.reason == "why" && version.author == "files")
        #expect(begins.keys.sorted() == ["main"])
        #expect(main.content.current.title == "Edited")
        await main.versions.follow()
        #expect(main.content.current.title == "Edited")
    }

    @Test func `Files that are read again unchanged leave what was published since`() async throws {
        try await add(Shop(title: "Theirs"), from: Fixtures.start)
        await main.versions.follow()
        guard case .done(.superseded(let version)) = await reloader(Shop()).reload(reason: "why") else {
            return #expect(Bool(false))
        }
        #expect(version.number == 2)
        #expect(main.content.current.title == "Theirs")
    }

    @Test
    func `A store sells for another currency from the next draw on, and what is published for the one before`()
        async throws
    {
        await main.publisher.publish(earliest: Fixtures.start)
        let before = Set(try #require(main.shelves["main"]).listings.keys)
        let gems = Shop(positions: "4, currency: gems")
        guard case .done(.changed) = await reloader(gems).reload(reason: "") else { return #expect(Bool(false)) }
        await main.publisher.publish(earliest: Fixtures.start + .minutes(4))
        let sales = ListingTerms(content: main.content, shelves: main.shelves)
        let listings = main.shelves["main"]?.listings
        for (name, listing) in try #require(listings) {
            let currency = before.contains(name) ? "coins" : "gems"
            #expect(Card(plaintext: listing.card)?.currency == currency)
            #expect(sales[name]?.terms.currency == currency)
        }
        let known = try #require(listings).keys
        #expect(known.contains { before.contains($0) } && known.contains { !before.contains($0) })
        #expect(main.shelves["main"]?.description.currency == "gems")
    }

    @Test func `Where the server owns the content, a reload takes the app secrets, and no content`() async throws {
        var settings = Shop.settings
        settings.content.owner = .server
        let secret = Fixtures.appSecret
        try await add(Shop(positions: "4, lead: 10m, prefetched: true"), from: Fixtures.start)
        await main.versions.follow()
        let reloader = ContentReloader(
            versions: main.versions, settings: settings, logger: server.log.logger
        ) { [settings] in
            var changed = settings
            changed.appSecrets = ["main": secret]
            return Shop(title: "Edited").read(changed)
        }
        guard case .settingsOnly = await reloader.reload(reason: "why") else { return #expect(Bool(false)) }
        #expect(main.content.current.title == "Ours" && main.content.state.version == 2)
        #expect(main.content.state.appSecrets == ["main": secret])
    }
}
