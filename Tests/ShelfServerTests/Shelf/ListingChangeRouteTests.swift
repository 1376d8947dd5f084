import ShelfConfiguration
import ShelfDatabase
import ShelfEngine
import ShelfModel
import ShelfServer
import ShelfTesting
import ShelfWire
import Testing

@Suite struct `Changes of listings over the routes` {
    private let replacements = "/v1/admin/replacements"
    private let redraws = "/v1/admin/redraws"

    private func coming(_ server: VirtualServer) throws -> StoredListing {
        try #require(
            server.engine.shelves["main"]?.listings.values.filter { $0.start > server.time.now + .minutes(1) }
                .min { $0.start < $1.start })
    }

    private func replacement(_ listing: StoredListing, item: String = "item-59") -> ReplacementRequest {
        ReplacementRequest(
            store: "main", position: listing.position + 1, startMs: listing.start.milliseconds, item: item,
            reason: "the wrong one")
    }

    @Test func `a replaced listing sells its new item, and nobody can buy the former one`() async throws {
        let (server, shopper) = try await VirtualServer.withAdmins()
        let listing = try coming(server)
        let answer = try await server.postAsAdmin(replacements, replacement(listing), key: "a")
        let told = try WireJSON.decode(ListingChangeConfirmation.self, answer.body)
        #expect((told.store, told.change, told.listings, told.replayed) == ("main", 1, 1, false))
        #expect(told.givenOutUntilMs == (Fixtures.start + .minutes(10)).milliseconds)
        await server.advance(to: listing.start + .seconds(1))
        func wish(_ revision: Int, price: Int64) throws -> PurchaseRequest {
            PurchaseRequest(
                chain: try #require(ChainID(bytes: listing.chain)), slot: listing.slot, position: listing.position,
                revision: revision, price: price)
        }
        let former = try #require(Card(plaintext: listing.card))
        #expect(try await shopper.buy(wish(0, price: former.price), key: "b").code() == .notFound)
        let bought = try await shopper.buy(wish(1, price: 60), key: "c")
        #expect(bought.status == 200)
        let inventory: InventoryAnswer = try await shopper.get("/v1/player/inventory")
        #expect(inventory.items.map(\.item) == ["item-59"])
    }

    @Test func `an item that isn't released yet is answered like one that nobody knows`() async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        let tomorrow = try #require(CalendarDate(year: 2027, month: 1, day: 16))
        server.configuration.content.catalogue = try Catalogue(
            server.configuration.content.catalogue.items + [
                Item(id: "coming", name: "Coming", set: "set-1", released: .date(tomorrow), price: 1)
            ])
        try await server.putContentInForce()
        let listing = try coming(server)
        let unknown = try await server.postAsAdmin(replacements, replacement(listing, item: "none"), key: "a")
        let later = try await server.postAsAdmin(replacements, replacement(listing, item: "coming"), key: "b")
        #expect(unknown.status == 404 && later.status == 404)
        #expect(later.body == unknown.body)
    }

    @Test func `the future shows what was put in, and what is drawn anew`() async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        let listing = try coming(server)
        _ = try await server.postAsAdmin(replacements, replacement(listing), key: "a")
        let path = "/v1/admin/future/main?hours=1"
        let future: FutureAnswer = try await server.getAsAdmin(path)
        let entry = future.listings.first {
            $0.startMs == listing.start.milliseconds && $0.position == listing.position + 1
        }
        #expect(entry?.item == "item-59" && entry?.decided == true)
        let from = server.time.now + .minutes(30)
        let redraw = RedrawRequest(store: "main", fromMs: from.milliseconds, reason: "x")
        #expect(try await server.postAsAdmin(redraws, redraw, key: "b").status == 200)
        let after: FutureAnswer = try await server.getAsAdmin(path)
        func early(_ future: FutureAnswer) -> [FutureAnswer.Entry] {
            future.listings.filter { $0.startMs < from.milliseconds }
        }
        #expect(early(after) == early(future))
        #expect(after.listings != future.listings)
    }

    @Test func `what is drawn anew keeps a planned item whose withdrawal ends before it starts`() async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        let (start, time) = (Fixtures.start + .minutes(19), try #require(TimeOfDay(hour: 8, minute: 19)))
        server.configuration.content.stores[0].rules.plan = [
            PlannedAppearance(
                item: "item-3", position: 0, times: .once(CalendarDate(start), time), length: .minutes(2))
        ]
        try await server.putContentInForce()
        let path = "/v1/admin/withdrawals"
        let stop = WithdrawalRequest(item: "item-3", reason: "x")
        #expect(try await server.postAsAdmin(path, stop, key: "a").status == 200)
        #expect(try await server.postAsAdmin(path, WithdrawalRequest(lift: 1, reason: "x"), key: "b").status == 200)
        await server.advance(to: Fixtures.start + .minutes(9))
        func shown() throws -> [StoredListing] {
            try #require(server.engine.shelves["main"]?.listings.values)
                .filter { $0.start == start && $0.position == 0 }
        }
        #expect(try shown().map(\.listing.item) == ["item-3"])
        let redraw = RedrawRequest(store: "main", fromMs: (start - .minutes(1)).milliseconds, reason: "x")
        #expect(try await server.postAsAdmin(redraws, redraw, key: "c").status == 200)
        #expect(try shown().map(\.listing.item) == ["item-3"])
        #expect(try shown().map(\.revision) == [1])
    }

    @Test func `the audit log names what was put where, and from when on was drawn anew`() async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        let listing = try coming(server)
        #expect(try await server.postAsAdmin(replacements, replacement(listing), key: "a").status == 200)
        let from = server.time.now.milliseconds
        let redraw = RedrawRequest(store: "main", fromMs: from, reason: "x")
        #expect(try await server.postAsAdmin(redraws, redraw, key: "b").status == 200)
        let audit: AuditAnswer = try await server.getAsAdmin("/v1/admin/audit")
        let place = "position=\(listing.position + 1)&startMs=\(listing.start.milliseconds)"
        #expect(
            audit.uses.map(\.what) == [
                "POST \(redraws)?store=main&fromMs=\(from)",
                "POST \(replacements)?store=main&\(place)&item=item-59",
            ])
    }

    @Test func `the audit log also names what was refused, and why it was asked for`() async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        let listing = try coming(server)
        let answer = try await server.postAsAdmin(replacements, replacement(listing, item: "none"), key: "a")
        #expect(try answer.code() == .notFound)
        let stop = WithdrawalRequest(store: "none", reason: "a wrong store")
        #expect(try await server.postAsAdmin("/v1/admin/withdrawals", stop, key: "b").code() == .notFound)
        let audit: AuditAnswer = try await server.getAsAdmin("/v1/admin/audit")
        #expect(audit.uses.map(\.status) == [404, 404])
        #expect(audit.uses.map(\.reason) == ["a wrong store", "the wrong one"])
        #expect(audit.uses[0].what == "POST /v1/admin/withdrawals?store=none")
        #expect(audit.uses[1].what.hasSuffix("&item=none"))
    }

    @Test func `nothing is drawn anew from an instant that lies further ahead than anybody can see`() async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        let latest = server.time.now + .days(14)
        func answer(_ from: Instant, key: String) async throws -> Int {
            let redraw = RedrawRequest(store: "main", fromMs: from.milliseconds, reason: "x")
            return try await server.postAsAdmin(redraws, redraw, key: key).status
        }
        #expect(try await answer(latest + .milliseconds(1), key: "a") == 400)
        #expect(try await answer(latest, key: "b") == 200)
    }

    @Test func `a change is made once, and audited with its reason`() async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        let request = replacement(try coming(server))
        #expect(try await server.postAsAdmin(replacements, request, key: "a").status == 200)
        let again = try await server.postAsAdmin(replacements, request, key: "a")
        #expect(try WireJSON.decode(ListingChangeConfirmation.self, again.body).replayed)
        let redraw = RedrawRequest(store: "main", fromMs: 0, reason: "x")
        #expect(try await server.postAsAdmin(redraws, redraw, key: "a").code() == .keyReused)
        let withdrawn = WithdrawalRequest(item: "item-58", reason: "x")
        #expect(try await server.postAsAdmin("/v1/admin/withdrawals", withdrawn, key: "w").status == 200)
        let refused = replacement(try coming(server), item: "item-58")
        #expect(try await server.postAsAdmin(replacements, refused, key: "b").code() == .changeRefused)
        let audit: AuditAnswer = try await server.getAsAdmin("/v1/admin/audit")
        #expect(audit.uses.map(\.status) == [409, 200, 409, 200, 200])
        #expect(audit.uses.last?.reason == "the wrong one")
    }

    @Test func `what isn't there isn't changed, and only who may changes`() async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        let listing = try coming(server)
        let request = replacement(listing)
        func other(store: String = "main", position: Int = 1, startMs: Int64 = 1) -> ReplacementRequest {
            ReplacementRequest(store: store, position: position, startMs: startMs, item: "item-1", reason: "x")
        }
        for request in [other(store: "none"), other(), replacement(listing, item: "none")] {
            #expect(try await server.postAsAdmin(replacements, request, key: "a").code() == .notFound)
        }
        #expect(try await server.postAsAdmin(replacements, other(position: 0), key: "a").code() == .badRequest)
        #expect(try await server.postAsAdmin(replacements, request, key: nil).code() == .keyMissing)
        #expect(try await server.postAsAdmin(replacements, request, key: "a", token: "reader").code() == .forbidden)
        #expect(try await server.database.changes().isEmpty)
    }
}
