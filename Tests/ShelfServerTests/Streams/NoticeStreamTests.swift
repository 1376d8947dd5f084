import NIOCore
import ShelfConfiguration
import ShelfDatabase
import ShelfEngine
import ShelfModel
import ShelfSQLite
import ShelfServer
import ShelfTesting
import ShelfWire
import Testing

@Suite struct `Notices on a key stream` {
    private func started(_ catalogue: Catalogue = Fixtures.catalogue()) async throws -> VirtualServer {
        try await VirtualServer(
            configuration: Fixtures.configuration(catalogue: catalogue), database: SQLiteDatabase.inMemory(),
            time: ManualTimeline(at: Fixtures.start + .seconds(20)))
    }

    private func withdraw(_ goods: WithdrawalOrder.Goods, on server: VirtualServer, key: String = "w") async throws {
        _ = try await server.database.withdraw(
            WithdrawalOrder(goods: goods, reason: "x", by: "anna", key: key, at: server.time.now)
        ) { _ in nil }
        try await server.engine.notices.refresh(earliest: server.time.now)
    }

    /// The listings of `main` that aren't over, by start.
    private func listings(_ server: VirtualServer) -> [(name: ListingName, listing: StoredListing)] {
        server.engine.shelves["main"]!.listings.filter { $1.end > server.time.now }
            .map { ($0, $1) }.sorted { ($0.1.start, $0.1.position) < ($1.1.start, $1.1.position) }
    }

    private func goods(_ listing: StoredListing) -> WithdrawalOrder.Goods {
        .listing(store: "main", position: listing.position, start: listing.start)
    }

    /// The notices in a piece of a stream, as the store's key proves them.
    private func notices(_ piece: ByteBuffer?, _ server: VirtualServer) throws -> [Notice] {
        let key = try #require(server.engine.descriptions.first { $0.id == "main" }.flatMap { PublicKey($0.publicKey) })
        let events = String(buffer: try #require(piece)).split(separator: "event: ").filter { $0.hasPrefix("notice") }
        return try events.map { event in
            let line = try #require(event.split(separator: "\n").first { $0.hasPrefix("data: ") })
            let signed = try WireJSON.decode(SignedNotice.self, line.dropFirst(6).utf8)
            return try #require(signed.opened(with: key))
        }
    }

    private func isNotice(_ notice: Notice, of name: ListingName) -> Bool {
        notice.store == name.store && notice.chain.bytes == name.chain && notice.slot == name.slot
            && notice.position == name.position && notice.revision == name.revision
    }

    private func stream(_ server: VirtualServer) async throws -> AsyncStream<ByteBuffer>.AsyncIterator {
        try await server.client.stream("/v1/stores/main/keys").makeAsyncIterator()
    }

    @Test func `tell at once of what is on sale, and again to who connects until it is over`() async throws {
        let server = try await started()
        var words = try await stream(server)
        #expect(try notices(await words.next(), server).isEmpty)
        let (name, shown) = try #require(listings(server).first { $1.start < server.time.now })
        try await withdraw(goods(shown), on: server)
        let told = try notices(await words.next(), server)
        #expect(told.count == 1 && isNotice(told[0], of: name))
        try await server.engine.notices.refresh(earliest: server.time.now)
        var late = try await stream(server)
        #expect(try notices(await late.next(), server) == told)
        await server.advance(to: shown.end)
        var later = try await stream(server)
        #expect(try notices(await later.next(), server).isEmpty)
    }

    @Test func `tell of a sealed listing with its key, and not a moment before`() async throws {
        let server = try await started()
        let (name, sealed) = try #require(listings(server).first { $1.start > server.time.now + .seconds(5) })
        try await withdraw(goods(sealed), on: server)
        let due = sealed.start - .milliseconds(300)
        await server.advance(to: due - .milliseconds(1))
        var words = try await stream(server)
        #expect(try notices(await words.next(), server).isEmpty)
        await server.advance(to: due)
        let told = try notices(await words.next(), server)
        #expect(told.count == 1 && isNotice(told[0], of: name))
        let key = String(buffer: try #require(await words.next()))
        #expect(key.hasPrefix("event: key") && key.contains(".\(sealed.slot)\n"))
    }

    @Test func `tell of a replaced listing, with its card, just before its key`() async throws {
        let server = try await started()
        let (name, sealed) = try #require(listings(server).first { $1.start > server.time.now + .seconds(15) })
        let order = ChangeOrder(
            store: "main", kind: .replacement(position: sealed.position, start: sealed.start, item: "item-299"),
            reason: "x", by: "anna", key: "a", at: server.time.now)
        _ = try await server.engine.publisher.change(order, timeline: server.time.timeline) { _ in nil }
        let now = try #require(
            listings(server).first { $0.name.slot == name.slot && $0.name.position == name.position })
        await server.advance(to: sealed.start - .milliseconds(301))
        var words = try await stream(server)
        #expect(try notices(await words.next(), server).isEmpty)
        await server.advance(to: sealed.start - .milliseconds(300))
        let told = try notices(await words.next(), server)
        #expect(told.count == 1 && isNotice(told[0], of: now.name) && told[0].revision == 1)
        #expect(told[0].kind == .replaced(seconds: sealed.seconds, sealed: now.listing.sealed))
        #expect(String(buffer: try #require(await words.next())).hasPrefix("event: key"))
        var late = try await stream(server)
        let first = String(buffer: try #require(await late.next()))
        let notice = try #require(first.firstRange(of: "event: notice"))
        #expect(notice.lowerBound < first.firstRange(of: "event: key")?.lowerBound ?? first.startIndex)
    }

    @Test func `tell that an edition is sold out while it is on the shelf, by whichever server, and only then`()
        async throws
    {
        let server = try await started(Fixtures.catalogue(edition: 1))
        var words = try await stream(server)
        #expect(try notices(await words.next(), server).isEmpty)
        let (name, shown) = try #require(listings(server).first { $1.start < server.time.now })
        let stocked = try #require(listings(server).last { $1.start < server.time.now }).listing
        let (later, coming) = try #require(listings(server).first { $1.start > server.time.now + .seconds(5) })
        let player = try await Trade.player(server.database, coins: 9)
        _ = try await server.database.settle([
            Trade.order(player, "a", price: 1, item: shown.listing.item, edition: 1),
            Trade.order(player, "b", price: 1, item: coming.listing.item, edition: 1),
            Trade.order(player, "c", price: 1, item: stocked.listing.item, edition: nil, stock: 1),
        ])
        await server.engine.poll.ask()
        let told = try notices(await words.next(), server)
        #expect(told.count == 1 && isNotice(told[0], of: name) && told[0].kind == .soldOut)
        await server.advance(to: coming.start - .milliseconds(1))
        await server.engine.poll.ask()
        let store = try #require(server.engine.shelves["main"])
        #expect(server.engine.notices.notices(of: store, earliest: server.time.now).count == 1)
        await server.advance(to: coming.start + .seconds(1))
        await server.engine.poll.ask()
        var late = try await stream(server)
        let now = try notices(await late.next(), server)
        #expect(now.allSatisfy { $0.kind == .soldOut } && now.contains { isNotice($0, of: later) })
    }

    @Test func `tell of what another server has withdrawn`() async throws {
        let server = try await started()
        let other = try await server.opened()
        let shown = try #require(listings(server).first { $1.start < server.time.now })
        try await withdraw(goods(shown.listing), on: server)
        let store = try #require(other.engine.shelves["main"])
        #expect(other.engine.notices.notices(of: store, earliest: server.time.now).isEmpty)
        try await other.engine.notices.refresh(earliest: server.time.now)
        #expect(other.engine.notices.notices(of: store, earliest: server.time.now).count == 1)
    }

    @Test func `name all that a withdrawn store shows, as one piece`() async throws {
        let server = try await started()
        var words = try await stream(server)
        _ = await words.next()
        try await withdraw(.store("main"), on: server)
        let told = try notices(await words.next(), server)
        let shown = listings(server).filter { $1.start - .milliseconds(300) <= server.time.now }
        #expect(!shown.isEmpty && told.count == shown.count)
        #expect(Set(told.map(\.position)).count == server.configuration.content.stores[0].rules.positions)
    }

    @Test func `are repeated in the headers of later windows, where their keys are public at the issue`() async throws {
        let server = try await started()
        let now = server.time.now
        let (_, shown) = try #require(listings(server).filter { $1.start < now }.max { $0.1.end < $1.1.end })
        let (_, sealed) = try #require(listings(server).first { $1.start > now + .minutes(3) })
        try await withdraw(goods(shown), on: server, key: "a")
        try await withdraw(goods(sealed), on: server, key: "b")
        var witness = try await Witness(store: "main", client: server.client)
        #expect(try await witness.look(at: server.client).header.withdrawn == nil)
        await server.advance(to: now.floored(to: .minutes(1)) + .minutes(1))
        let header = try await witness.look(at: server.client).header
        #expect(header.withdrawn == [WithdrawnPlace(chain: 0, slot: shown.slot, position: shown.position)])
        await server.advance(to: (sealed.start + .milliseconds(59_999)).floored(to: .minutes(1)))
        let later = try #require(try await witness.look(at: server.client).header.withdrawn)
        #expect(later.contains(WithdrawnPlace(chain: 0, slot: sealed.slot, position: sealed.position)))
    }

    @Test func `survive a restart`() async throws {
        let server = try await started()
        let (name, shown) = try #require(listings(server).first { $1.start < server.time.now })
        try await withdraw(.item(shown.listing.item, store: nil), on: server)
        try await server.restart()
        var words = try await stream(server)
        #expect(try notices(await words.next(), server).contains { isNotice($0, of: name) })
    }
}
