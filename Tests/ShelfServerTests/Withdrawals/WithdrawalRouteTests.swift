import HTTPTypes
import ShelfConfiguration
import ShelfDatabase
import ShelfEngine
import ShelfModel
import ShelfServer
import ShelfTesting
import ShelfWire
import Testing

@Suite struct `Withdrawals over the routes` {
    private let path = "/v1/admin/withdrawals"

    private func withdraw(
        _ request: WithdrawalRequest, key: String = "w", on server: VirtualServer
    ) async throws -> WithdrawalConfirmation {
        try WireJSON.decode(
            WithdrawalConfirmation.self, try await server.postAsAdmin(path, request, key: key).body)
    }

    /// What names the listing that a wish is for.
    private func listing(of wish: PurchaseRequest, on server: VirtualServer) throws -> WithdrawalRequest {
        let name = ListingName(
            store: "main", chain: wish.chain.bytes, slot: wish.slot, position: wish.position, revision: wish.revision)
        let listing = try #require(server.engine.shelves["main"]?[name])
        return WithdrawalRequest(
            store: "main", position: wish.position + 1, startMs: listing.start.milliseconds, reason: "a wrong price")
    }

    @Test func `a withdrawn listing is refused with a code of its own, and the others are sold`() async throws {
        let (server, shopper) = try await VirtualServer.withAdmins()
        let wish = try shopper.purchaseRequest(position: 0)
        let before = try await shopper.buy(wish, key: "before")
        let answer = try await withdraw(listing(of: wish, on: server), on: server)
        #expect((answer.withdrawal.slot, answer.withdrawal.position, answer.replayed) == (wish.slot, 1, false))
        let refused = try await shopper.buy(wish, key: "after")
        #expect(refused.status == 409)
        #expect(try refused.code() == .withdrawn)
        #expect(try await shopper.buy(shopper.purchaseRequest(position: 1), key: "other").status == 200)
        let again = try await shopper.buy(wish, key: "before")
        #expect(try again.confirmation().receipt == before.confirmation().receipt, "what was sold stays sold")
        #expect(try again.confirmation().replayed)
    }

    @Test func `what is withdrawn already isn't withdrawn again, so that one lift puts it on sale`() async throws {
        let (server, shopper) = try await VirtualServer.withAdmins()
        let item = try shopper.item(of: shopper.purchaseRequest())
        let first = try await withdraw(WithdrawalRequest(item: item, reason: "x"), key: "a", on: server)
        let second = try await withdraw(WithdrawalRequest(item: item, reason: "y"), key: "b", on: server)
        #expect(second.withdrawal == first.withdrawal && second.replayed)
        let inStore = WithdrawalRequest(store: "main", item: item, reason: "z")
        let narrower = try await withdraw(inStore, key: "c", on: server)
        #expect(narrower.withdrawal.withdrawal != first.withdrawal.withdrawal)
        _ = try await withdraw(WithdrawalRequest(lift: first.withdrawal.withdrawal, reason: "x"), key: "d", on: server)
        let anew = try await withdraw(WithdrawalRequest(item: item, reason: "x"), key: "e", on: server)
        #expect(anew.withdrawal.withdrawal != first.withdrawal.withdrawal && !anew.replayed)
        let audit: AuditAnswer = try await server.getAsAdmin("/v1/admin/audit")
        #expect(audit.uses.count { $0.what.contains("item=") && $0.status == 200 } == 4)
    }

    @Test func `a name that isn't one stays one value on one line of the audit log`() async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        let name = "main&item=crown\n2026 notice: by=all\u{202E}\u{0}"
        let request = WithdrawalRequest(store: name, reason: "x")
        _ = try await server.postAsAdmin(path, request, key: "k")
        let audit: AuditAnswer = try await server.getAsAdmin("/v1/admin/audit")
        let entry = try #require(audit.uses.first { $0.what.contains("store=") })
        #expect(entry.what.hasSuffix("?store=main%26item%3Dcrown%0A2026%20notice:%20by%3Dall%E2%80%AE%00"))
    }

    @Test func `another server on the same database refuses it at once`() async throws {
        let (server, shopper) = try await VirtualServer.withAdmins()
        let wish = try shopper.purchaseRequest()
        let other = InProcessClient(try await server.opened().responder)
        _ = try await withdraw(WithdrawalRequest(item: shopper.item(of: wish), reason: "x"), on: server)
        let answer = try await other.send(
            "/v1/stores/main/purchases", method: .post,
            headers: VirtualServer.adminHeaders(key: "k", token: shopper.tokens.token), body: WireJSON.encode(wish))
        #expect(try answer.code() == .withdrawn)
    }

    @Test func `before its start, a withdrawn listing is answered like every other`() async throws {
        let (server, shopper) = try await VirtualServer.withAdmins()
        let listings = server.engine.shelves["main"]!.listings
        let (name, sealed) = try #require(listings.first { $1.start > server.time.now + .seconds(10) })
        let goods = WithdrawalRequest(
            store: "main", position: sealed.position + 1, startMs: sealed.start.milliseconds, reason: "x")
        #expect(try await withdraw(goods, on: server).withdrawal.slot == sealed.slot)
        let wish = PurchaseRequest(
            chain: try #require(ChainID(bytes: name.chain)), slot: name.slot, position: name.position, revision: 0,
            price: 1)
        #expect(try await shopper.buy(wish).code() == .notOnSale)
        await server.advance(to: sealed.start)
        #expect(try await shopper.buy(wish).code() == .withdrawn)
    }

    @Test func `a withdrawn item is drawn no more from the first listing on that isn't decided`() async throws {
        let (server, shopper) = try await VirtualServer.withAdmins()
        let item = try shopper.item(of: shopper.purchaseRequest())
        let decided = try #require(server.engine.shelves["main"]).listings.keys
        _ = try await withdraw(WithdrawalRequest(item: item, reason: "x"), on: server)
        var drawn: Set<ListingName> = []
        for minute in stride(from: 10, through: 240, by: 10) {
            await server.advance(to: Fixtures.start + .minutes(minute))
            let listings = server.engine.shelves["main"]!.listings.filter { !decided.contains($0.key) }
            drawn.formUnion(listings.keys)
            #expect(listings.values.filter { $0.listing.item == item }.isEmpty)
        }
        #expect(drawn.count > 200)
    }

    @Test func `an item that has left the catalogue can be withdrawn, and nobody can ask whether it is coming`()
        async throws
    {
        let (server, _) = try await VirtualServer.withAdmins()
        let listings = server.engine.shelves.all.flatMap { $0.listings.values }
        let shown = Set(listings.filter { $0.start <= server.time.now }.map(\.listing.item))
        let coming = Set(listings.map(\.listing.item)).subtracting(shown)
        let items = Fixtures.catalogue(items: 200).items.filter { !coming.contains($0.id) }
        server.configuration.content.catalogue = try Catalogue(items)
        try await server.putContentInForce()
        let gone = try #require(coming.first)
        let first = WithdrawalRequest(item: gone, reason: "x")
        #expect(try await server.postAsAdmin(path, first, key: "a").status == 200)
        try await server.restart()
        for item in coming {
            let asked = WithdrawalRequest(item: item, reason: "x")
            #expect(try await server.postAsAdmin(path, asked, key: item).status == 404)
        }
    }

    @Test func `a store that has nothing but what is withdrawn goes on with its windows`() async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        for item in server.configuration.content.catalogue.items {
            _ = try await withdraw(WithdrawalRequest(item: item.id, reason: "x"), key: item.id, on: server)
        }
        await server.advance(to: Fixtures.start + .minutes(30))
        #expect(server.engine.shelves["main"]?.windows.first?.issuedAt == Fixtures.start + .minutes(30))
    }

    @Test func `a lifted store sells what starts 11 minutes later, and nothing that was named`() async throws {
        let (server, shopper) = try await VirtualServer.withAdmins()
        let now = server.time.now
        let stop = try await withdraw(WithdrawalRequest(store: "main", reason: "x"), on: server).withdrawal
        let lift = WithdrawalRequest(lift: stop.withdrawal, reason: "all right")
        let lifted = try await withdraw(lift, key: "l", on: server)
        #expect(lifted.withdrawal.untilMs == (now + .minutes(11)).milliseconds)
        #expect(try await shopper.buy(shopper.purchaseRequest(), key: "a").code() == .withdrawn)
        await server.advance(to: now + .minutes(20))
        // The first token has ended by now.
        let later = try await Shopper(server)
        for position in 0..<4 {
            let wish = try later.purchaseRequest(position: position)
            let name = ListingName(
                store: "main", chain: wish.chain.bytes, slot: wish.slot, position: position, revision: 0)
            let listing = try #require(server.engine.shelves["main"]?[name])
            let answer = try await later.buy(wish, key: "b\(position)")
            let told = listing.start < now + .minutes(11) ? 409 : 200
            #expect(answer.status == told)
        }
        #expect(try await server.postAsAdmin(path, lift, key: "m").code() == .notFound)
        let both = WithdrawalRequest(store: "main", lift: stop.withdrawal, reason: "x")
        #expect(try await server.postAsAdmin(path, both, key: "n").code() == .badRequest)
    }

    @Test func `a lifted item is drawn again`() async throws {
        let (server, shopper) = try await VirtualServer.withAdmins()
        let item = try shopper.item(of: shopper.purchaseRequest())
        let stop = try await withdraw(WithdrawalRequest(item: item, reason: "x"), on: server).withdrawal
        _ = try await withdraw(WithdrawalRequest(lift: stop.withdrawal, reason: "y"), key: "l", on: server)
        var isDrawn = false
        for minute in stride(from: 20, through: 600, by: 10) where !isDrawn {
            await server.advance(to: Fixtures.start + .minutes(minute))
            isDrawn = server.engine.shelves["main"]!.listings.values.contains {
                $0.listing.item == item && $0.start > Fixtures.start + .minutes(12)
            }
        }
        #expect(isDrawn)
    }

    @Test func `a withdrawal is made once, listed with who made it and why, and audited`() async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        let request = WithdrawalRequest(store: "main", reason: "a bad translation")
        let first = try await withdraw(request, on: server)
        let again = try await withdraw(request, on: server)
        #expect(again == WithdrawalConfirmation(withdrawal: first.withdrawal, replayed: true))
        let other = WithdrawalRequest(store: "main", reason: "another")
        #expect(try await server.postAsAdmin(path, other, key: "w").code() == .keyReused)
        let answer: WithdrawalsAnswer = try await server.getAsAdmin(path)
        #expect(answer.withdrawals == [first.withdrawal])
        #expect((first.withdrawal.by, first.withdrawal.store, first.withdrawal.item) == ("anna", "main", nil))
        let audit: AuditAnswer = try await server.getAsAdmin("/v1/admin/audit")
        #expect(audit.uses.map(\.status) == [200, 409, 200, 200])
        #expect(audit.uses.last?.reason == "a bad translation")
    }

    @Test func `what isn't there is withdrawn by nobody, and only who may withdraws`() async throws {
        let (server, shopper) = try await VirtualServer.withAdmins()
        let nothing = [
            WithdrawalRequest(store: "none", reason: "x"), WithdrawalRequest(item: "none", reason: "x"),
            WithdrawalRequest(store: "main", position: 1, startMs: 1, reason: "x"),
            WithdrawalRequest(store: "main", position: 900, startMs: .max, reason: "x"),
        ]
        for request in nothing {
            #expect(try await server.postAsAdmin(path, request, key: "w").code() == .notFound)
        }
        let unclear = [
            WithdrawalRequest(reason: "x"), WithdrawalRequest(store: "main", position: 1, reason: "x"),
            WithdrawalRequest(store: "main", position: 0, startMs: 1, reason: "x"),
            WithdrawalRequest(store: "main", item: "a", position: 1, startMs: 1, reason: "x"),
            WithdrawalRequest(store: "main", reason: ""),
        ]
        for request in unclear {
            #expect(try await server.postAsAdmin(path, request, key: "w").code() == .badRequest)
        }
        let store = WithdrawalRequest(store: "main", reason: "x")
        #expect(try await server.postAsAdmin(path, store, key: nil).code() == .keyMissing)
        #expect(try await server.postAsAdmin(path, store, key: "w", token: "reader").code() == .forbidden)
        #expect(try await server.askAsAdmin(path, token: "reader").code() == .forbidden)
        #expect(try await shopper.buy(shopper.purchaseRequest()).status == 200, "something was withdrawn")
    }
}
