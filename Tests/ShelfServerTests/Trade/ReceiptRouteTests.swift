import ShelfDatabase
import ShelfEngine
import ShelfTesting
import ShelfWire
import Testing

@Suite struct `A game server asks about a receipt` {
    @Test func `it stands until the purchase is taken back, and then still proves the sale`() async throws {
        let (server, shopper) = try await VirtualServer.withAdmins()
        let signed = try await shopper.buy(shopper.purchaseRequest()).confirmation().receipt
        let purchase = try #require(server.opened(signed)).purchase
        let first = try await answer(to: signed, server)
        #expect((first.stands, first.owned, first.found.player) == (true, 1, shopper.tokens.player))
        #expect((first.found.purchase.purchase, first.found.purchase.outcome) == (purchase, "sold"))
        let refund = ReversalRequest(kind: .refund, reason: "a mistake")
        _ = try await server.postAsAdmin("/v1/admin/purchases/\(purchase)/reversal", refund, key: "r")
        let second = try await answer(to: signed, server)
        #expect((second.stands, second.owned, second.found.purchase.outcome) == (false, 0, "refunded"))
        #expect(server.opened(signed) != nil)
    }

    @Test func `of an item that is owned twice, one is left when one is taken back`() async throws {
        let (server, shopper) = try await VirtualServer.withAdmins()
        let wish = try shopper.purchaseRequest()
        let signed = try await shopper.buy(wish, key: "a").confirmation().receipt
        _ = try await shopper.buy(wish, key: "b")
        let purchase = try #require(server.opened(signed)).purchase
        let revocation = ReversalRequest(kind: .revocation, reason: "a cheat")
        _ = try await server.postAsAdmin("/v1/admin/purchases/\(purchase)/reversal", revocation, key: "r")
        let told = try await answer(to: signed, server)
        #expect((told.stands, told.owned, told.found.purchase.outcome) == (false, 1, "revoked"))
    }

    @Test func `what no store has signed is refused, whatever it names`() async throws {
        let (server, shopper) = try await VirtualServer.withAdmins()
        let signed = try await shopper.buy(shopper.purchaseRequest()).confirmation().receipt
        let other = try await shopper.buy(shopper.purchaseRequest(position: 1), key: "other").confirmation().receipt
        let strangers = try Receipt(
            purchase: 1, player: "1", key: "k", store: "nowhere", chain: #require(server.opened(signed)).chain,
            slot: 1, position: 0, revision: 0, item: "item-1", price: 1, currency: "coins", number: nil, at: 1)
        let sealed = try #require(server.engine.shelves["main"]).receipts
        for (bytes, signature) in [
            (signed.bytes, other.signature), (other.bytes, signed.signature), ("", signed.signature), ("!", ""),
            (try sealed.sign(strangers).bytes, try sealed.sign(strangers).signature),
        ] {
            let answer = try await server.postAsAdmin(
                "/v1/admin/receipts", ["bytes": bytes, "signature": signature], key: nil, token: "game")
            #expect(try answer.code() == .badRequest)
        }
    }

    @Test func `a receipt whose purchase the database has lost is genuine, and proves nothing more`() async throws {
        let (server, shopper) = try await VirtualServer.withAdmins()
        let bought = try await shopper.buy(shopper.purchaseRequest()).confirmation()
        let receipt = try #require(server.opened(bought.receipt))
        let lost = Receipt(
            purchase: receipt.purchase, player: receipt.player, key: "another", store: receipt.store,
            chain: receipt.chain, slot: receipt.slot, position: receipt.position, revision: receipt.revision,
            item: receipt.item, price: receipt.price, currency: receipt.currency, number: receipt.number,
            at: receipt.at)
        let signer = try #require(server.engine.shelves["main"]).receipts
        let answer = try await ask(signer.sign(lost), server)
        #expect(try (answer.status, answer.problem().title) == (404, "Purchase lost"))
    }

    @Test func `its token does that and nothing else, and each question is written down`() async throws {
        let (server, shopper) = try await VirtualServer.withAdmins()
        let signed = try await shopper.buy(shopper.purchaseRequest()).confirmation().receipt
        let purchase = try #require(server.opened(signed)).purchase
        _ = try await answer(to: signed, server)
        for path in ["players", "players/\(shopper.tokens.player)", "purchases/\(purchase)", "audit"] {
            #expect(try await server.askAsAdmin("/v1/admin/\(path)", token: "game").code() == .forbidden)
        }
        #expect(try await ask(signed, server, token: "reader").code() == .forbidden)
        let audit: AuditAnswer = try await server.getAsAdmin("/v1/admin/audit")
        let question = try #require(audit.uses.last)
        #expect((question.by, question.what) == ("game server", "POST /v1/admin/receipts"))
        #expect((question.player, question.purchase) == (shopper.tokens.player, purchase))
    }

    private func ask(
        _ receipt: SignedReceipt, _ server: VirtualServer, token: String = "game"
    ) async throws -> InProcessClient.Answer {
        try await server.postAsAdmin("/v1/admin/receipts", receipt, key: nil, token: token)
    }

    private func answer(to receipt: SignedReceipt, _ server: VirtualServer) async throws -> ReceiptAnswer {
        try WireJSON.decode(ReceiptAnswer.self, try await ask(receipt, server).body)
    }
}
