import Crypto
import HTTPTypes
import ShelfConfiguration
import ShelfModel
import ShelfSQLite
import ShelfServer
import ShelfTesting
import ShelfWire
import Testing

@Suite struct `Admins over the routes` {
    @Test func `a grant is made once, and stands in the journal with who made it and why`() async throws {
        let (server, shopper) = try await started()
        let grant = PostingRequest(currency: "coins", amount: 30, kind: .grant, reason: "a gift")
        let path = "/v1/admin/players/\(shopper.tokens.player)/postings"
        let first = try await send(server, path, grant, key: "g1")
        let again = try await send(server, path, grant, key: "g1")
        #expect(try confirmation(first).balance == 100)
        #expect(try !confirmation(first).replayed)
        #expect(
            try confirmation(again)
                == PostingConfirmation(entry: confirmation(first).entry, balance: 100, replayed: true))
        let journal: JournalAnswer = try await get(server, "/v1/admin/players/\(shopper.tokens.player)/journal")
        #expect(journal.entries.map(\.amount) == [30, 70])
        #expect(journal.entries.map(\.by) == ["anna", "server"])
        #expect(journal.entries.map(\.counterpart) == ["grants", "grants"])
        #expect(journal.entries[0].reason == "a gift")
    }

    @Test func `a balance goes neither below zero nor beyond the largest number`() async throws {
        let (server, shopper) = try await started()
        for amount in [-71, .min, .max] as [Int64] {
            let posting = PostingRequest(currency: "coins", amount: amount, kind: .correction, reason: "x")
            let answer = try await send(
                server, "/v1/admin/players/\(shopper.tokens.player)/postings", posting, key: "k\(amount)")
            #expect(try answer.code() == .impossible)
        }
        #expect(try await shopper.balance() == 70)
    }

    @Test func `a refund gives the money back and takes the item, once`() async throws {
        let (server, shopper) = try await started()
        let wish = try shopper.wish()
        _ = try await shopper.buy(wish)
        let path = "/v1/admin/purchases/1/reversal"
        let refund = ReversalRequest(kind: .refund, reason: "a mistake")
        let first = try WireJSON.decode(
            ReversalConfirmation.self, try await send(server, path, refund, key: "r").body)
        #expect((first.balance, first.purchase.outcome, first.replayed) == (70, "refunded", false))
        let again = try WireJSON.decode(
            ReversalConfirmation.self, try await send(server, path, refund, key: "r").body)
        #expect(again.replayed)
        #expect(try await send(server, path, refund, key: "s").code() == .reversedAlready)
        #expect(try await shopper.get("/v1/player/inventory", as: InventoryAnswer.self).items.isEmpty)
        #expect(try await shopper.balance() == 70)
    }

    @Test func `one key takes one purchase back`() async throws {
        let (server, shopper) = try await started()
        for position in 0..<2 { _ = try await shopper.buy(shopper.wish(position: position), key: "b\(position)") }
        let refund = ReversalRequest(kind: .refund, reason: "a mistake")
        #expect(try await send(server, "/v1/admin/purchases/1/reversal", refund, key: "r").status == 200)
        let balance = try await shopper.balance()
        let second = try await send(server, "/v1/admin/purchases/2/reversal", refund, key: "r")
        #expect(second.status == 409)
        #expect(try second.code() == .keyReused)
        #expect(try await shopper.balance() == balance)
    }

    @Test func `a grant and a refund are written down in one with what they change`() async throws {
        let (server, shopper) = try await started()
        _ = try await shopper.buy(shopper.wish())
        let (player, database) = (
            "/v1/admin/players/\(shopper.tokens.player)", try #require(server.database as? FailingDatabase)
        )
        database.logFull = true
        let grant = PostingRequest(currency: "coins", amount: 30, kind: .grant, reason: "a gift")
        let refund = ReversalRequest(kind: .refund, reason: "a mistake")
        #expect(try await send(server, player + "/postings", grant, key: "g").status == 200)
        #expect(try await send(server, "/v1/admin/purchases/1/reversal", refund, key: "r").status == 200)
        #expect(try await send(server, "/v1/admin/purchases/1/reversal", refund, key: "s").status == 409)
        #expect(try await server.client.send(player, headers: Self.headers(nil, "boss")).status == 503)
        database.logFull = false
        let audit: AuditAnswer = try await get(server, "/v1/admin/audit")
        #expect(audit.uses.map(\.status) == [409, 200, 200])
        #expect(audit.uses.last?.what == "POST \(player)/postings")
    }

    @Test func `nobody does what their token doesn't say, and every use is written down`() async throws {
        let (server, shopper) = try await started()
        let posting = PostingRequest(currency: "coins", amount: 1, kind: .grant, reason: "x")
        let path = "/v1/admin/players/\(shopper.tokens.player)/postings"
        #expect(try await send(server, path, posting, key: "a", token: "reader").code() == .forbidden)
        #expect(try await send(server, path, posting, key: "a", token: "nobody").status == 401)
        #expect(try await send(server, path, posting, key: "a", token: shopper.tokens.token).status == 401)
        #expect(try await send(server, path, posting, key: nil).code() == .keyMissing)
        #expect(try await send(server, "/v1/admin/players/99/postings", posting, key: "b").status == 404)
        let audit: AuditAnswer = try await get(server, "/v1/admin/audit")
        #expect(audit.uses.map(\.status) == [404, 400, 403])
        #expect(audit.uses.map(\.by) == ["anna", "anna", "ralph"])
        #expect(audit.uses.last?.what == "POST \(path)")
        let more: AuditAnswer = try await get(server, "/v1/admin/audit?limit=1")
        #expect(more.uses.map(\.what) == ["GET /v1/admin/audit"])
    }

    @Test(arguments: [
        #"{"currency":"coins","amount":0,"kind":"grant","reason":"x"}"#,
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
        let (server, shopper) = try await started()
        let answer = try await server.client.send(
            "/v1/admin/players/\(shopper.tokens.player)/postings", method: .post, headers: Self.headers("k", "boss"),
            body: Array(body.utf8))
        #expect(answer.status == 400)
        #expect(try await shopper.balance() == 70)
    }

    @Test func `a reason may have 500 characters, of however many bytes, and is kept whole`() async throws {
        let (server, shopper) = try await started()
        let path = "/v1/admin/players/\(shopper.tokens.player)/postings"
        let reason = String(repeating: "好", count: 500)
        let posting = PostingRequest(currency: "coins", amount: 1, kind: .grant, reason: reason)
        #expect(try await send(server, path, posting, key: "k").status == 200)
        #expect(try await send(server, path, posting, key: "k").status == 200)
        let journal: JournalAnswer = try await get(server, "/v1/admin/players/\(shopper.tokens.player)/journal")
        #expect(journal.entries[0].reason == reason)
        let longer = PostingRequest(currency: "coins", amount: 1, kind: .grant, reason: reason + "好")
        #expect(try await send(server, path, longer, key: "l").status == 400)
    }

    @Test func `a reversal's reason is plain text`() async throws {
        let (server, shopper) = try await started()
        _ = try await shopper.buy(shopper.wish())
        let refund = ReversalRequest(kind: .refund, reason: "a\0b")
        #expect(try await send(server, "/v1/admin/purchases/1/reversal", refund, key: "r").status == 400)
    }

    @Test func `a body that is too long is refused as that, and written down`() async throws {
        let (server, shopper) = try await started()
        let answer = try await server.client.send(
            "/v1/admin/players/\(shopper.tokens.player)/postings", method: .post, headers: Self.headers("k", "boss"),
            body: [UInt8](repeating: UInt8(ascii: " "), count: 20_000))
        #expect(try answer.code() == .tooLarge)
        let audit: AuditAnswer = try await get(server, "/v1/admin/audit")
        #expect(audit.uses.map(\.status) == [413])
    }

    @Test(arguments: ["+1", "01", "0", "-1", "1.0", "9223372036854775808", "x"])
    func `a number that isn't written as numbers are is nobody's`(number: String) async throws {
        let (server, _) = try await started()
        let path = "/v1/admin/players/\(number)"
        #expect(try await server.client.send(path, headers: Self.headers(nil, "boss")).status == 404)
    }

    private func send(
        _ server: VirtualServer, _ path: String, _ body: some Encodable, key: String?, token: String = "boss"
    ) async throws -> InProcessClient.Answer {
        try await server.client.send(
            path, method: .post, headers: Self.headers(key, token), body: WireJSON.encode(body))
    }

    private func get<Value: Decodable>(_ server: VirtualServer, _ path: String) async throws -> Value {
        try WireJSON.decode(
            Value.self, try await server.client.send(path, headers: Self.headers(nil, "boss")).body)
    }

    private func confirmation(_ answer: InProcessClient.Answer) throws -> PostingConfirmation {
        try WireJSON.decode(PostingConfirmation.self, answer.body)
    }

    private static func headers(_ key: String?, _ token: String) -> HTTPFields {
        var headers: HTTPFields = [.authorization: "Bearer \(token)"]
        headers[HTTPField.Name("Idempotency-Key")!] = key
        return headers
    }

    private func started() async throws -> (VirtualServer, Shopper) {
        func hash(_ token: String) -> [UInt8] { Array(SHA256.hash(data: Array(token.utf8))) }
        var configuration = Fixtures.configuration(catalogue: Fixtures.catalogue(items: 60, price: 1))
        configuration.players.welcome = ["coins": 70]
        configuration.admins = [
            AdminToken(name: "anna", hash: hash("boss"), scopes: Set(AdminToken.Scope.allCases)),
            AdminToken(name: "ralph", hash: hash("reader"), scopes: [.playersRead]),
        ]
        let server = try await VirtualServer(
            configuration: configuration, database: FailingDatabase(SQLiteDatabase.inMemory()),
            time: ManualTimeline(at: Fixtures.start + .seconds(20)))
        return (server, try await Shopper(server))
    }
}
