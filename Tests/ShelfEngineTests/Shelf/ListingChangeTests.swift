import ShelfConfiguration
import ShelfDatabase
import ShelfEngine
import ShelfModel
import ShelfSQLite
import ShelfServer
import ShelfTesting
import ShelfWire
import Testing

@Suite struct `Listings that an operator changes` {
    private func started(_ configuration: Configuration = Fixtures.configuration()) async throws -> VirtualServer {
        try await VirtualServer(
            configuration: configuration, database: SQLiteDatabase.inMemory(),
            time: ManualTimeline(at: Fixtures.start + .seconds(20)))
    }

    /// The listings of a store, by start and position.
    private func listings(_ engine: Engine, of store: String = "main") -> [StoredListing] {
        (engine.shelves[store]?.listings.values.map(\.self) ?? [])
            .sorted { ($0.start, $0.position) < ($1.start, $1.position) }
    }

    private func change(
        _ kind: ChangeOrder.Kind, of store: String = "main", on server: VirtualServer, key: String = "a"
    ) async throws -> ListingChange {
        let order = ChangeOrder(store: store, kind: kind, reason: "x", by: "anna", key: key, at: server.time.now)
        let answer = try await server.engine.publisher.change(order, timeline: server.time.timeline) { _ in nil }
        guard case .changed(let change, _) = answer else { throw Refused(answer: answer) }
        return change
    }

    private struct Refused: Error {
        let answer: ChangeAnswer
    }

    private func replacement(_ listing: StoredListing, by item: Item.ID = "item-299") -> ChangeOrder.Kind {
        .replacement(position: listing.position, start: listing.start, item: item)
    }

    private func coming(_ server: VirtualServer, in seconds: Int64 = 60) throws -> StoredListing {
        try #require(listings(server.engine).first { $0.start >= server.time.now + .seconds(seconds) })
    }

    @Test func `a replaced listing keeps its place and its times, and the windows after have its next revision`()
        async throws
    {
        let server = try await started()
        let (before, former) = (listings(server.engine), try coming(server))
        #expect(try await change(replacement(former), on: server).listings == 1)
        let after = listings(server.engine)
        let now = try #require(after.first { $0.start == former.start && $0.position == former.position })
        #expect(after.filter { $0 != now } == before.filter { $0 != former })
        #expect((now.revision, now.listing.item, now.seconds) == (1, "item-299", former.seconds))
        #expect((now.chain, now.slot) == (former.chain, former.slot))
        #expect(now.sealed != former.sealed && now.sealed.count == former.sealed.count)
        var witness = try await Witness(store: "main", client: server.client)
        await server.advance(to: Fixtures.start + .minutes(1))
        let record = try await witness.look(at: server.client).listings.first {
            $0.slot == former.slot && $0.position == former.position
        }
        #expect(record?.record.revision == 1 && record?.record.sealed == now.sealed)
    }

    @Test func `a listing can be replaced until 5 seconds before its key is released, and not after`() async throws {
        let server = try await started()
        let listing = try coming(server, in: 60)
        server.time.now = listing.start - .milliseconds(300) - .seconds(5)
        await #expect(throws: ChangeRefusal.tooLate) { try await change(replacement(listing), on: server) }
        server.time.now = server.time.now - .milliseconds(2)
        _ = try await change(replacement(listing), on: server)
        server.time.now = server.time.now + .milliseconds(2)
        #expect(try await change(replacement(listing), on: server).number == 1, "a repetition is answered all the same")
        await #expect(throws: ChangeRefusal.tooLate) {
            try await change(replacement(listing, by: "item-298"), on: server, key: "b")
        }
    }

    @Test func `a listing that has begun isn't replaced by way of a later one of the same item`() async throws {
        var store = Fixtures.sealedStore(positions: 1)
        store.rules = StoreRules(
            store: "main", positions: 1, choice: Choice(include: Selector(items: ["item-1"]), except: []))
        let server = try await started(Fixtures.configuration(stores: [store], appSecrets: [:]))
        let before = listings(server.engine)
        #expect(before.count > 3 && Set(before.map(\.card)).count == 1)
        let now = try #require(before.last { $0.start <= server.time.now })
        await #expect(throws: ChangeRefusal.tooLate) { try await change(replacement(now), on: server) }
        #expect(listings(server.engine) == before)
    }

    @Test func `by a clock that may be wrong, a listing is replaced only while its key is certainly sealed`()
        async throws
    {
        let server = try await VirtualServer(
            configuration: Fixtures.configuration(), database: SQLiteDatabase.inMemory(),
            time: ManualTimeline(at: Fixtures.start + .seconds(20), uncertaintyUs: 200_000))
        let listing = try coming(server, in: 60)
        server.time.now = listing.start - .milliseconds(300) - .seconds(5) - .milliseconds(200)
        await #expect(throws: ChangeRefusal.tooLate) { try await change(replacement(listing), on: server) }
        server.time.now = server.time.now - .milliseconds(2)
        _ = try await change(replacement(listing), on: server)
    }

    @Test func `in a prefetched store a listing is replaced only before the first window that has it`() async throws {
        let server = try await started()
        let known = listings(server.engine, of: "bazaar")
        let shown = try #require(
            known.first {
                $0.start > server.time.now + .minutes(9) && $0.start < server.time.now + .minutes(10)
            })
        let later = try #require(known.first { $0.start > server.time.now + .minutes(10) + .seconds(6) })
        await #expect(throws: ChangeRefusal.tooLate) {
            try await change(replacement(shown), of: "bazaar", on: server)
        }
        #expect(try await change(replacement(later), of: "bazaar", on: server).listings == 1)
    }

    @Test func `what can't be put into a listing is refused with the reason`() async throws {
        var configuration = Fixtures.configuration()
        let tomorrow = Item.Release.date(CalendarDate(year: 2027, month: 1, day: 16)!)
        configuration.content.catalogue = try Catalogue(
            Fixtures.catalogue().items + [
                Item(id: "new", name: "New", set: "s", released: tomorrow, price: 1)
            ])
        let server = try await started(configuration)
        let listing = try coming(server)
        let nowhere = ChangeOrder.Kind.replacement(position: 0, start: listing.start + .seconds(1), item: "item-1")
        _ = try await server.database.withdraw(
            WithdrawalOrder(goods: .item("item-7", store: nil), reason: "x", by: "anna", key: "w", at: server.time.now)
        ) { _ in nil }
        let refusals: [(ChangeOrder.Kind, ChangeRefusal)] = [
            (nowhere, .noSuchListing), (replacement(listing, by: "none"), .unknownItem),
            (replacement(listing, by: "item-7"), .itemWithdrawn),
            (replacement(listing, by: "new"), .notReleased(until: Fixtures.start + .hours(16))),
        ]
        for (kind, refusal) in refusals {
            await #expect(throws: refusal) { try await change(kind, on: server) }
        }
        await #expect(throws: ChangeRefusal.unknownStore("none", among: server.engine.content.current.stores.map(\.id)))
        {
            try await change(replacement(listing), of: "none", on: server)
        }
        #expect(try await server.database.changes().isEmpty)
    }

    @Test func `a withdrawn listing is neither replaced nor drawn anew, so that it isn't sold under another revision`()
        async throws
    {
        let server = try await started()
        let listing = try coming(server)
        let goods = WithdrawalOrder.Goods.listing(
            store: "main", position: listing.position, start: listing.start)
        _ = try await server.database.withdraw(
            WithdrawalOrder(goods: goods, reason: "x", by: "anna", key: "w", at: server.time.now)
        ) { _ in nil }
        await #expect(throws: ChangeRefusal.listingWithdrawn) { try await change(replacement(listing), on: server) }
        _ = try await change(.redraw(from: server.time.now), on: server)
        #expect(listings(server.engine).contains(listing))
    }

    @Test func `a listing can be replaced by the item that it shows, which tells nobody that it does`() async throws {
        let server = try await started()
        let listing = try coming(server)
        _ = try await change(replacement(listing, by: listing.listing.item), on: server)
        let now = try #require(
            listings(server.engine).first { $0.start == listing.start && $0.position == listing.position })
        #expect(now.revision == 1 && now.sealed != listing.sealed && now.card == listing.card)
    }

    @Test func `a window that another server has made before the change isn't stored, and the next one has it`()
        async throws
    {
        let server = try await started()
        let other = try await server.opened().engine
        let former = try coming(server, in: 120)
        _ = try await change(replacement(former), on: server)
        server.time.now = Fixtures.start + .minutes(1)
        #expect(await !other.publisher.publish(earliest: server.time.now))
        #expect(try await server.database.newestWindows(of: "main", limit: 1)[0].issuedAt == Fixtures.start)
        #expect(await other.publisher.publish(earliest: server.time.now))
        var witness = try await Witness(store: "main", client: server.client)
        let newest = try await server.database.newestWindows(of: "main", limit: 1)[0]
        let record = try witness.see(newest.bytes).listings.first {
            $0.slot == former.slot && $0.position == former.position
        }
        #expect(newest.issuedAt == server.time.now && record?.record.revision == 1)
    }

    @Test func `another server on the database follows`() async throws {
        let server = try await started()
        let other = try await server.opened().engine
        _ = try await change(replacement(coming(server)), on: server)
        #expect(listings(other) != listings(server.engine))
        try await other.publisher.followChanges(earliest: server.time.now)
        #expect(listings(other) == listings(server.engine))
    }

    @Test func `a redraw keeps the times of what is decided, and draws other items from its instant on`() async throws {
        let server = try await started()
        let (before, from) = (listings(server.engine), server.time.now + .minutes(3))
        let told = try await change(.redraw(from: from), on: server)
        let after = listings(server.engine)
        #expect(after.map(\.start) == before.map(\.start) && after.map(\.position) == before.map(\.position))
        #expect(after.map(\.seconds) == before.map(\.seconds) && after.map(\.slot) == before.map(\.slot))
        for (former, now) in zip(before, after) {
            #expect(now.revision == (former.start >= from ? 1 : 0))
            #expect((now == former) == (former.start < from))
        }
        #expect(told.listings == before.count { $0.start >= from } && told.listings > 10)
        #expect(zip(before, after).count { $0.listing.item != $1.listing.item } > told.listings * 9 / 10)
    }

    @Test func `a redraw leaves what is released or nearly`() async throws {
        let server = try await started()
        let (before, safe) = (listings(server.engine), server.time.now + .milliseconds(5300))
        _ = try await change(.redraw(from: .distantPast), on: server)
        for (former, now) in zip(before, listings(server.engine)) {
            #expect(now.revision == (former.start > safe ? 1 : 0))
        }
    }

    @Test func `a redrawn store goes on by its new draws, after a restart and on other servers, too`() async throws {
        let server = try await started()
        let same = try await started()
        _ = try await change(.redraw(from: server.time.now + .minutes(20)), on: server)
        for minute in 1...20 { await server.advance(to: Fixtures.start + .minutes(minute)) }
        for minute in 1...20 { await same.advance(to: Fixtures.start + .minutes(minute)) }
        let from = Fixtures.start + .minutes(20) + .seconds(20)
        func items(_ server: VirtualServer, _ isWanted: (StoredListing) -> Bool) -> [Item.ID] {
            listings(server.engine).filter(isWanted).map(\.listing.item)
        }
        #expect(items(server) { $0.start < from } == items(same) { $0.start < from })
        #expect(items(server) { $0.start >= from } != items(same) { $0.start >= from })
        let future = try await server.engine.futures.look(at: "main", from: nil, hours: 1) { $0.entries.map(\.offer) }
        try await server.restart()
        let again = try await server.engine.futures.look(at: "main", from: nil, hours: 1) { $0.entries.map(\.offer) }
        #expect(future == again)
        for minute in 21...60 { await server.advance(to: Fixtures.start + .minutes(minute)) }
        let shown = Set(listings(server.engine).map { Offer($0.listing) })
        let due = future.filter { $0.end > Fixtures.start + .minutes(58) && $0.start < Fixtures.start + .minutes(60) }
        #expect(due.count > 3 && due.allSatisfy(shown.contains))
    }

    @Test func `each redraw draws anew`() async throws {
        let server = try await started()
        var drawn: Set<[Item.ID]> = []
        for number in 1...4 {
            let change = try await change(.redraw(from: server.time.now), on: server, key: "\(number)")
            #expect(change.number == Int64(number))
            drawn.insert(listings(server.engine).filter { $0.revision > 0 }.map(\.listing.item))
        }
        #expect(drawn.count == 4)
        #expect(listings(server.engine).map(\.revision).max() == 4)
    }

    @Test func `a redraw takes the content that is in force`() async throws {
        let server = try await started()
        server.configuration.content.catalogue = Fixtures.catalogue(items: 300, price: 5000)
        try await server.putContentInForce()
        _ = try await change(.redraw(from: server.time.now), on: server)
        let changed = listings(server.engine).filter { $0.revision > 0 }
        #expect(changed.count > 10)
        #expect(changed.allSatisfy { Card(plaintext: $0.card)?.price ?? 0 >= 5000 })
    }
}
