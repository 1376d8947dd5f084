import Foundation
import ShelfClient
import ShelfModel
import ShelfTesting
import ShelfWire
import Testing

/// `Transport.live` against a server on the loopback.
@Suite final class `The live transport` {
    let server: LoopbackServer
    let transport: Transport
    let store = FakeStore()

    init() throws {
        server = try LoopbackServer()
        transport = .live(server: server.url)
    }

    deinit { server.stop() }

    @Test func `stamps a time exchange on both sides of the answer`() async throws {
        let answer = TimeAnswer(receivedUs: 5000, sentUs: 5001, uncertaintyUs: 40, timeline: "t")
        server.reply(to: "/v1/time", with: .init(body: try WireJSON.encode(answer)))
        let before = LocalClock.live.nowUs()
        let exchange = try await transport.time()
        #expect(before <= exchange.sentUs)
        #expect(exchange.sentUs < exchange.receivedUs)
        #expect(exchange.receivedUs <= LocalClock.live.nowUs())
        #expect(exchange.serverReceivedUs == 5000)
        #expect(exchange.serverUncertaintyUs == 40)
    }

    @Test func `asks over one connection, again and again`() async throws {
        server.reply(to: "/v1/stores", with: .init(body: try WireJSON.encode([store.description])))
        for _ in 0..<5 {
            let stores = try await transport.stores()
            #expect(stores == [store.description])
        }
        #expect(server.connections == 1)
    }

    @Test func `brings a window with its tag, and nothing when the tag still holds`() async throws {
        let bytes = try store.window(minute: 1).bytes
        server.reply(to: "/v1/stores/main/window", with: .init(headers: ["ETag: \"a\""], body: bytes))
        #expect(try await transport.window("main", nil) == .window(bytes: bytes, etag: "\"a\""))
        server.reply(to: "/v1/stores/main/window", with: .init(status: "304 Not Modified"))
        #expect(try await transport.window("main", "\"a\"") == .notModified)
        #expect(server.requests.last?.contains("If-None-Match: \"a\"") == true)
    }

    @Test func `brings one key by name`() async throws {
        let key = store.released(5)
        server.reply(
            to: "/v1/stores/main/keys/\(store.chain.id)/5", with: .init(body: try WireJSON.encode(key)))
        #expect(try await transport.key("main", store.chain.id, 5) == key)
    }

    @Test func `streams keys, notices and announcements as they come, and ends when the reader leaves`() async throws {
        let event = KeyEvent(released: store.released(5), sequence: 9)
        let notice = store.withdrawal(position: 1, slot: 5)
        let data = String(decoding: try WireJSON.encode(event), as: UTF8.self)
        let news = String(decoding: try WireJSON.encode(notice), as: UTF8.self)
        let body =
            ": hello\n\nevent: key\nid: \(event.id)\ndata: \(data)\n\nevent: other\ndata: x\n\n"
            + "event: notice\ndata: \(news)\n\nevent: stores\ndata: {\"version\":\"v2\"}\n\n"
            + "event: window\ndata: {\"sequence\":7}\n\nevent: gone\ndata: {}\n\n"
        server.reply(
            to: "/v1/stores/main/keys",
            with: .init(headers: ["Content-Type: text/event-stream"], body: Array(body.utf8), ending: .open))
        var heard: [StreamEvent] = []
        for try await event in transport.keys("main") {
            heard.append(event)
            if heard.count == 5 { break }
        }
        #expect(
            heard == [.key(event), .notice(notice), .stores(version: "v2"), .window(sequence: 7), .gone])
    }

    @Test(arguments: [
        ("/v1/time", 4_096), ("/v1/stores", 4_194_304), ("/v1/player", 1_048_576),
        ("/v1/player/inventory", 16_777_216), ("/v1/player/purchases?limit=5", 4_194_304),
    ])
    func `reads an answer up to its limit, and none that is longer`(path: String, most: Int) async throws {
        func ask() async throws {
            switch path {
            case "/v1/time": _ = try await transport.time()
            case "/v1/stores": _ = try await transport.stores()
            case "/v1/player": _ = try await transport.trade?.wallet("t")
            case "/v1/player/inventory": _ = try await transport.trade?.inventory("t")
            default: _ = try await transport.trade?.history(nil, 5, "t")
            }
        }
        server.reply(to: path, with: .init(body: Array(repeating: UInt8(ascii: " "), count: most)))
        await #expect(throws: TransportError.malformed(path)) { try await ask() }
        server.reply(to: path, with: .init(body: Array(repeating: UInt8(ascii: " "), count: most + 1)))
        await #expect(throws: TransportError.tooLarge) { try await ask() }
    }

    @Test func `says what the server says when it says no`() async throws {
        let problem = Problem(.notFound, status: 404, title: "Not found", detail: "There is nothing here.")
        server.reply(
            to: "/v1/stores/main/window",
            with: .init(status: "404 Not Found", body: try WireJSON.encode(problem)))
        await #expect(throws: TransportError.problem(problem)) { try await transport.window("main", nil) }
        await #expect(throws: TransportError.status(404)) { try await transport.time() }
        await #expect(throws: TransportError.status(404)) { for try await _ in transport.keys("main") {} }
        server.reply(to: "/v1/stores", with: .init(body: Array("[1]".utf8)))
        await #expect(throws: TransportError.malformed("/v1/stores")) { try await transport.stores() }
    }

    @Test func `buys with the intent's key and the player's token, and tells the purchase whole`() async throws {
        let intent = PurchaseSamples.intent()
        let confirmation = PurchaseSamples.confirmation(intent)
        server.reply(to: "/v1/stores/main/purchases", with: .init(body: try WireJSON.encode(confirmation)))
        let trade = try #require(transport.trade)
        #expect(try await trade.purchase("main", intent.key, intent.request, "token") == confirmation)
        let request = try #require(server.requests.last)
        #expect(request.hasPrefix("POST /v1/stores/main/purchases HTTP/1.1\r\n"))
        #expect(request.contains("\r\nIdempotency-Key: \(intent.key)\r\n"))
        #expect(request.contains("\r\nAuthorization: Bearer token\r\n"))
        let body = #"{"chain":"BwcHBwcHBwcHBwcHBwcHBw","position":0,"price":5,"revision":0,"slot":600}"#
        #expect(request.hasSuffix("\r\n\r\n" + body))
    }

    @Test func `signs in, refreshes, and asks what the player has`() async throws {
        let tokens = PlayerTokens(player: "1", token: "t", expiresIn: 900, refreshToken: "r")
        let wallet = PlayerAnswer(player: "1", balances: ["coins": 3])
        let history = PurchaseHistory(purchases: [], next: 4)
        server.reply(to: "/v1/players", with: .init(body: try WireJSON.encode(tokens)))
        server.reply(to: "/v1/players/refresh", with: .init(body: try WireJSON.encode(tokens)))
        server.reply(to: "/v1/player", with: .init(body: try WireJSON.encode(wallet)))
        server.reply(to: "/v1/player/inventory", with: .init(body: Array(#"{"items":[]}"#.utf8)))
        server.reply(to: "/v1/player/purchases?before=9&limit=2", with: .init(body: try WireJSON.encode(history)))
        let trade = try #require(transport.trade)
        #expect(try await trade.signIn(PurchaseSamples.buyer) == tokens)
        #expect(server.requests.last?.hasSuffix(#"{"credential":"\#(PurchaseSamples.buyer.text)"}"#) == true)
        #expect(try await trade.refresh("r") == tokens)
        #expect(server.requests.last?.hasSuffix(#"{"refreshToken":"r"}"#) == true)
        #expect(try await trade.wallet("t") == wallet)
        #expect(try await trade.inventory("t").items == [])
        #expect(try await trade.history(9, 2, "t") == history)
        #expect(server.requests.last?.contains("Authorization: Bearer t\r\n") == true)
    }

    @Test func `sends what the App Store signed with the player's token`() async throws {
        let confirmation = TopUpConfirmation(
            transaction: "20", currency: "coins", amount: 100, replayed: true, balance: 107)
        server.reply(to: "/v1/player/topups/apple", with: .init(body: try WireJSON.encode(confirmation)))
        let trade = try #require(transport.trade)
        #expect(try await trade.topUp("a.b.c", "token") == confirmation)
        let request = try #require(server.requests.last)
        #expect(request.hasPrefix("POST /v1/player/topups/apple HTTP/1.1\r\n"))
        #expect(request.contains("\r\nAuthorization: Bearer token\r\n"))
        #expect(request.hasSuffix("\r\n\r\n" + #"{"signedTransaction":"a.b.c"}"#))
    }

    @Test func `tells for how long the server wants to be left alone, no matter who says it`() async throws {
        var problem = Problem(.unavailable, status: 503, title: "Unavailable", detail: "Again.")
        let trade = try #require(transport.trade)
        let body = try WireJSON.encode(problem)
        server.reply(
            to: "/v1/player",
            with: .init(status: "503 Service Unavailable", headers: ["Retry-After: 4"], body: body))
        problem.retryAfter = 4
        await #expect(throws: TransportError.problem(problem)) { try await trade.wallet("t") }
        server.reply(
            to: "/v1/player",
            with: .init(status: "503 Service Unavailable", headers: ["Retry-After: 5"], body: Array("busy".utf8)))
        await #expect(throws: TransportError.status(503, retryAfter: 5)) { try await trade.wallet("t") }
    }

    @Test func `gives an answer up that is longer than any window`() async throws {
        server.reply(
            to: "/v1/stores/main/window", with: .init(body: [UInt8](repeating: 0, count: 5 << 20)))
        await #expect(throws: TransportError.tooLarge) { try await transport.window("main", nil) }
    }

    @Test func `says so when nobody answers, or the address is none`() async throws {
        let free = try LoopbackPort()
        await #expect {
            try await Transport.live(server: free.url).time()
        } throws: { error in
            if case .unreachable? = error as? TransportError { true } else { false }
        }
        let nowhere = Transport.live(server: URL(string: "ftp://example.com")!)
        await #expect(throws: TransportError.address("ftp://example.com")) { try await nowhere.time() }
    }

    @Test func `stops at once when it is cancelled`() async throws {
        server.reply(to: "/v1/stores", with: .init(ending: .open))
        let asking = Task { [transport] in try await transport.stores() }
        try await eventually("the request is there") { !server.requests.isEmpty }
        asking.cancel()
        await #expect(throws: (any Error).self) { try await asking.value }
    }
}
