import HTTPTypes
import ShelfDatabase
import ShelfEngine
import ShelfModel
import ShelfServer
import ShelfTesting
import ShelfWire
import Testing

@Suite struct `Admins over the routes` {
    @Test func `a grant is made once, and stands in the journal with who made it and why`() async throws {
        let (server, shopper) = try await VirtualServer.withAdmins()
        let grant = PostingRequest(currency: "coins", amount: 30, kind: .grant, reason: "a gift")
        let path = "/v1/admin/players/\(shopper.tokens.player)/postings"
        let first = try await server.postAsAdmin(path, grant, key: "g1")
        let again = try await server.postAsAdmin(path, grant, key: "g1")
        #expect(try confirmation(first).balance == 100)
        #expect(try !confirmation(first).replayed)
        #expect(
            try confirmation(again)
                == PostingConfirmation(entry: confirmation(first).entry, balance: 100, replayed: true))
        let journal: JournalAnswer = try await server.getAsAdmin("/v1/admin/players/\(shopper.tokens.player)/journal")
        #expect(journal.entries.map(\.amount) == [30, 70])
        #expect(journal.entries.map(\.by) == ["anna", "server"])
        #expect(journal.entries.map(\.counterpart) == ["grants", "grants"])
        #expect(journal.entries[0].reason == "a gift")
    }

    @Test func `a balance goes neither below zero nor beyond 2^53 - 1, and no amount does`() async throws {
        let (server, shopper) = try await VirtualServer.withAdmins()
        for amount in [9_007_199_254_740_992, -9_007_199_254_740_992, .min, .max] as [Int64] {
            let posting = PostingRequest(currency: "coins", amount: amount, kind: .correction, reason: "x")
            let answer = try await server.postAsAdmin(
                "/v1/admin/players/\(shopper.tokens.player)/postings", posting, key: "k\(amount)")
            #expect(answer.status == 400)
            #expect(
                try answer.problem().detail == "amount must be from -9007199254740991 to 9007199254740991.")
        }
        for amount in [-71, -9_007_199_254_740_991, 9_007_199_254_740_922, 9_007_199_254_740_991] as [Int64] {
            let posting = PostingRequest(currency: "coins", amount: amount, kind: .correction, reason: "x")
            let answer = try await server.postAsAdmin(
                "/v1/admin/players/\(shopper.tokens.player)/postings", posting, key: "k\(amount)")
            #expect(try answer.code() == .impossible)
        }
        #expect(try await shopper.balance() == 70)
    }

    @Test func `nobody is granted a currency that no store sells for, and is told which there are`() async throws {
        let (server, shopper) = try await VirtualServer.withAdmins()
        let path = "/v1/admin/players/\(shopper.tokens.player)/postings"
        let grant = PostingRequest(currency: "gold", amount: 5, kind: .grant, reason: "a gift")
        let answer = try await server.postAsAdmin(path, grant, key: "g")
        #expect(answer.status == 404)
        let problem = try WireJSON.decode(Problem.self, answer.body)
        #expect(problem.code == .notFound)
        #expect(problem.detail == "No store sells for gold; currency must be coins.")
        let journal: JournalAnswer = try await server.getAsAdmin("/v1/admin/players/\(shopper.tokens.player)/journal")
        #expect(journal.entries.map(\.amount) == [70])
        let correction = PostingRequest(currency: "gold", amount: 5, kind: .correction, reason: "an old wallet")
        #expect(try await server.postAsAdmin(path, correction, key: "c").status == 200)
    }

    @Test func `a grant in another spelling of a currency goes into the same wallet`() async throws {
        let (composed, decomposed) = ("M\u{FC}nzen", "Mu\u{308}nzen")
        let (server, shopper) = try await VirtualServer.withAdmins(currency: composed)
        let path = "/v1/admin/players/\(shopper.tokens.player)"
        for (spelling, balance) in [(composed, 75), (decomposed, 80)] as [(String, Int64)] {
            let grant = PostingRequest(currency: spelling, amount: 5, kind: .grant, reason: "x")
            let answer = try await server.postAsAdmin(path + "/postings", grant, key: "g\(balance)")
            #expect(try confirmation(answer).balance == balance)
        }
        let seen: PlayerAnswer = try await shopper.get("/v1/player")
        #expect(seen.balances == [composed: 80])
        #expect(try await server.getAsAdmin(path, as: PlayerAnswer.self).balances == [composed: 80])
        let again = PostingRequest(currency: composed, amount: 5, kind: .grant, reason: "x")
        #expect(try confirmation(await server.postAsAdmin(path + "/postings", again, key: "g80")).replayed)
        let journal: JournalAnswer = try await server.getAsAdmin(path + "/journal")
        #expect(journal.entries.allSatisfy { $0.currency.utf8.elementsEqual(composed.utf8) })
    }

    @Test(arguments: ["", " ", "\u{FEFF}", "\u{2800} \u{200B}", "a\u{202E}b", "a\u{2028}b", "a\u{2066}b", "a\nb"])
    func `a reason says something that can be read`(reason: String) async throws {
        let (server, shopper) = try await VirtualServer.withAdmins()
        let path = "/v1/admin/players/\(shopper.tokens.player)/postings"
        let grant = PostingRequest(currency: "coins", amount: 5, kind: .grant, reason: reason)
        #expect(try await server.postAsAdmin(path, grant, key: "g").code() == .badRequest)
        let purchase = try await reversal(of: shopper.buy(shopper.purchaseRequest()), by: shopper)
        let refund = ReversalRequest(kind: .refund, reason: reason)
        #expect(try await server.postAsAdmin(purchase, refund, key: "r").code() == .badRequest)
        let fine = PostingRequest(currency: "coins", amount: 5, kind: .grant, reason: "\u{645}\u{6CC}\u{200C}\u{631}")
        #expect(try await server.postAsAdmin(path, fine, key: "f").status == 200)
    }

    @Test func `a refund gives the money back and takes the item, once`() async throws {
        let (server, shopper) = try await VirtualServer.withAdmins()
        let wish = try shopper.purchaseRequest()
        let path = try await reversal(of: shopper.buy(wish), by: shopper)
        let refund = ReversalRequest(kind: .refund, reason: "a mistake")
        let first = try WireJSON.decode(
            ReversalConfirmation.self, try await server.postAsAdmin(path, refund, key: "r").body)
        #expect((first.balance, first.purchase.outcome, first.replayed) == (70, "refunded", false))
        let again = try WireJSON.decode(
            ReversalConfirmation.self, try await server.postAsAdmin(path, refund, key: "r").body)
        #expect(again.replayed)
        #expect(try await server.postAsAdmin(path, refund, key: "s").code() == .reversedAlready)
        #expect(try await shopper.get("/v1/player/inventory", as: InventoryAnswer.self).items.isEmpty)
        #expect(try await shopper.balance() == 70)
    }

    @Test func `one key takes one purchase back`() async throws {
        let (server, shopper) = try await VirtualServer.withAdmins()
        var paths: [String] = []
        for position in 0..<2 {
            let bought = try await shopper.buy(shopper.purchaseRequest(position: position), key: "b\(position)")
            paths.append(try reversal(of: bought, by: shopper))
        }
        let refund = ReversalRequest(kind: .refund, reason: "a mistake")
        #expect(try await server.postAsAdmin(paths[0], refund, key: "r").status == 200)
        let balance = try await shopper.balance()
        let second = try await server.postAsAdmin(paths[1], refund, key: "r")
        #expect(second.status == 409)
        #expect(try second.code() == .keyReused)
        #expect(try await shopper.balance() == balance)
    }

    @Test func `a grant and a refund are written down in one with what they change`() async throws {
        let (server, shopper) = try await VirtualServer.withAdmins()
        let path = try await reversal(of: shopper.buy(shopper.purchaseRequest()), by: shopper)
        let player = "/v1/admin/players/\(shopper.tokens.player)"
        server.faults.auditing = true
        let grant = PostingRequest(currency: "coins", amount: 30, kind: .grant, reason: "a gift")
        let refund = ReversalRequest(kind: .refund, reason: "a mistake")
        #expect(try await server.postAsAdmin(player + "/postings", grant, key: "g").status == 200)
        #expect(try await server.postAsAdmin(path, refund, key: "r").status == 200)
        #expect(try await server.postAsAdmin(path, refund, key: "s").status == 409)
        #expect(try await server.askAsAdmin(player).status == 503)
        server.faults.auditing = false
        let audit: AuditAnswer = try await server.getAsAdmin("/v1/admin/audit")
        #expect(audit.uses.map(\.status) == [409, 200, 200])
        #expect(audit.uses.last?.what == "POST \(player)/postings")
        let routes = try await server.database.auditLog(before: nil, limit: 4).dropFirst().map(\.route)
        #expect(
            routes == [
                "POST /v1/admin/purchases/{purchase}/reversal", "POST /v1/admin/purchases/{purchase}/reversal",
                "POST /v1/admin/players/{player}/postings",
            ])
    }

    @Test func `a token that is refused too often must wait, and fills the audit log no further`() async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        var answers: [Int] = []
        for _ in 0..<100 { answers.append(try await server.askAsAdmin("/v1/admin/players/99").status) }
        #expect(answers == [Int](repeating: 404, count: 80) + [Int](repeating: 429, count: 20))
        #expect(try await server.askAsAdmin("/v1/admin/players").status == 200)
        #expect(try await server.askAsAdmin("/v1/admin/audit", token: "reader").status == 403)
        let audit: AuditAnswer = try await server.getAsAdmin("/v1/admin/audit?limit=200")
        #expect(audit.uses.map(\.status) == [403, 200] + [Int](repeating: 404, count: 80))
    }

    @Test func `of a long path the audit log keeps the beginning`() async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        let path = "/v1/admin/players/" + String(repeating: "9", count: 4_000)
        #expect(try await server.askAsAdmin(path).status == 404)
        let audit: AuditAnswer = try await server.getAsAdmin("/v1/admin/audit")
        #expect(audit.uses.map(\.what) == ["GET \(path)".prefix(200) + "…"])
    }

    @Test func `the audit log says what a use was about, also of one that came to nothing`() async throws {
        let (server, shopper) = try await VirtualServer.withAdmins()
        let bought = try await shopper.buy(shopper.purchaseRequest())
        let reversal = try reversal(of: bought, by: shopper)
        let purchase = try #require(Int64(reversal.split(separator: "/")[3]))
        let player = "/v1/admin/players/\(shopper.tokens.player)"
        let price = try 70 - #require(bought.confirmation().balance)
        _ = try await server.postAsAdmin(
            player + "/postings",
            PostingRequest(currency: "coins", amount: -900, kind: .correction, reason: "too much"), key: "p")
        _ = try await server.postAsAdmin(reversal, ReversalRequest(kind: .refund, reason: "a mistake"), key: "r")
        _ = try await server.postAsAdmin(reversal, ReversalRequest(kind: .refund, reason: "a mistake"), key: nil)
        let _: JournalAnswer = try await server.getAsAdmin(player + "/journal")
        let uses = try await server.getAsAdmin("/v1/admin/audit", as: AuditAnswer.self).uses.reversed().map(\.self)
        #expect(uses.map(\.status) == [409, 200, 400, 200])
        #expect(uses.map(\.player) == [shopper.tokens.player, shopper.tokens.player, nil, shopper.tokens.player])
        #expect(uses.map(\.purchase) == [nil, purchase, purchase, nil])
        #expect(uses.map(\.amount) == [-900, price, nil, nil])
        #expect(uses.map(\.currency) == ["coins", "coins", nil, nil])
        #expect(uses.map(\.reason) == ["too much", "a mistake", nil, nil])
    }

    @Test func `nobody does what their token doesn't say, and every use is written down`() async throws {
        let (server, shopper) = try await VirtualServer.withAdmins()
        let posting = PostingRequest(currency: "coins", amount: 1, kind: .grant, reason: "x")
        let path = "/v1/admin/players/\(shopper.tokens.player)/postings"
        #expect(try await server.postAsAdmin(path, posting, key: "a", token: "reader").code() == .forbidden)
        #expect(try await server.postAsAdmin(path, posting, key: "a", token: "nobody").status == 401)
        #expect(try await server.postAsAdmin(path, posting, key: "a", token: shopper.tokens.token).status == 401)
        #expect(try await server.postAsAdmin(path, posting, key: nil).code() == .keyMissing)
        #expect(try await server.postAsAdmin("/v1/admin/players/99/postings", posting, key: "b").status == 404)
        let audit: AuditAnswer = try await server.getAsAdmin("/v1/admin/audit")
        #expect(audit.uses.map(\.status) == [404, 400, 403])
        #expect(audit.uses.map(\.by) == ["anna", "anna", "ralph"])
        #expect(audit.uses.last?.what == "POST \(path)")
        let more: AuditAnswer = try await server.getAsAdmin("/v1/admin/audit?limit=1")
        #expect(more.uses.map(\.what) == ["GET /v1/admin/audit"])
    }

    @Test(arguments: [
        #"{"currency":"coins","amount":0,"kind":"grant","reason":"x"}"#,
        #"{"currency":"coins","amount":-5,"kind":"grant","reason":"x"}"#,
        #"{"currency":"","amount":1,"kind":"grant","reason":"x"}"#,
        #"{"currency":"coins","amount":1,"kind":"grant","reason":""}"#,
        #"{"currency":"coins","amount":1,"kind":"theft","reason":"x"}"#,
        #"{"currency":"coins","amount":1.5,"kind":"grant","reason":"x"}"#,
        #"{"currency":"coins","amount":9223372036854775808,"kind":"grant","reason":"x"}"#,
        #"{"currency":"co\u0000ins","amount":1,"kind":"grant","reason":"x"}"#,
        #"{"currency":"coins","amount":1,"kind":"grant","reason":"a\u0000b"}"#,
        #"{"currency":"coins","amount":1,"kind":"grant","reason":"a\u009bb"}"#,
    ])
    func `a posting that makes no sense is refused`(body: String) async throws {
        let (server, shopper) = try await VirtualServer.withAdmins()
        let answer = try await server.client.send(
            "/v1/admin/players/\(shopper.tokens.player)/postings", method: .post,
            headers: VirtualServer.adminHeaders(key: "k", token: "boss"),
            body: Array(body.utf8))
        #expect(answer.status == 400)
        #expect(try await shopper.balance() == 70)
    }

    @Test(arguments: ["1.5", "9223372036854775808", "1e400"])
    func `a number that is none of ours is told as one, and not as broken JSON`(amount: String) async throws {
        let (server, shopper) = try await VirtualServer.withAdmins()
        let answer = try await server.client.send(
            "/v1/admin/players/\(shopper.tokens.player)/postings", method: .post,
            headers: VirtualServer.adminHeaders(key: "k", token: "boss"),
            body: Array(#"{"currency":"coins","amount":\#(amount),"kind":"grant","reason":"x"}"#.utf8))
        #expect(try answer.status == 400 && !answer.problem().detail.contains("no JSON"), "\(answer.text)")
    }

    @Test func `a reason may have 500 characters, of however many bytes, and is kept whole`() async throws {
        let (server, shopper) = try await VirtualServer.withAdmins()
        let path = "/v1/admin/players/\(shopper.tokens.player)/postings"
        let reason = String(repeating: "好", count: 500)
        let posting = PostingRequest(currency: "coins", amount: 1, kind: .grant, reason: reason)
        #expect(try await server.postAsAdmin(path, posting, key: "k").status == 200)
        #expect(try await server.postAsAdmin(path, posting, key: "k").status == 200)
        let journal: JournalAnswer = try await server.getAsAdmin("/v1/admin/players/\(shopper.tokens.player)/journal")
        #expect(journal.entries[0].reason == reason)
        let longer = PostingRequest(currency: "coins", amount: 1, kind: .grant, reason: reason + "好")
        #expect(try await server.postAsAdmin(path, longer, key: "l").status == 400)
    }

    @Test func `a reversal's reason is plain text`() async throws {
        let (server, shopper) = try await VirtualServer.withAdmins()
        let path = try await reversal(of: shopper.buy(shopper.purchaseRequest()), by: shopper)
        let refund = ReversalRequest(kind: .refund, reason: "a\0b")
        #expect(try await server.postAsAdmin(path, refund, key: "r").status == 400)
    }

    @Test func `a body that is too long is refused as that, and written down`() async throws {
        let (server, shopper) = try await VirtualServer.withAdmins()
        let answer = try await server.client.send(
            "/v1/admin/players/\(shopper.tokens.player)/postings", method: .post,
            headers: VirtualServer.adminHeaders(key: "k", token: "boss"),
            body: [UInt8](repeating: UInt8(ascii: " "), count: 20_000))
        #expect(try answer.code() == .tooLarge)
        let audit: AuditAnswer = try await server.getAsAdmin("/v1/admin/audit")
        #expect(audit.uses.map(\.status) == [413])
    }

    @Test(arguments: ["+1", "01", "0", "-1", "1.0", "9223372036854775808", "x"])
    func `a number that isn't written as numbers are is nobody's`(number: String) async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        let path = "/v1/admin/players/\(number)"
        #expect(try await server.askAsAdmin(path).status == 404)
    }

    /// Where a purchase is taken back.
    private func reversal(of bought: InProcessClient.Answer, by shopper: Shopper) throws -> String {
        let receipt = try #require(shopper.server.opened(bought.confirmation().receipt))
        return "/v1/admin/purchases/\(receipt.purchase)/reversal"
    }

    private func confirmation(_ answer: InProcessClient.Answer) throws -> PostingConfirmation {
        try WireJSON.decode(PostingConfirmation.self, answer.body)
    }
}
