import NIOCore
import NIOEmbedded
import ShelfEngine
import ShelfModel
import ShelfServer
import ShelfTesting
import ShelfWire
import Testing

/// Each conversation is held twice: with a server whose lane takes orders, and with the same server without it. The
/// orders were judged before, so that both answer the same.
@Suite struct `Orders on the fast lane` {
    /// A server, somebody who buys from it, and what stands in a request to buy.
    private struct Shop {
        let pair: LanePair
        let shopper: Shopper
        let body: String
        let price: Int64

        init() async throws {
            pair = try await LanePair(welcome: 1000)
            shopper = try await Shopper(pair.server)
            let wish = try shopper.purchaseRequest()
            (body, price) = (String(decoding: try WireJSON.encode(wish), as: UTF8.self), wish.price)
            #expect(try await shopper.buy(wish).status == 200)
            let mispriced = PurchaseRequest(
                chain: wish.chain, slot: wish.slot, position: wish.position, revision: wish.revision, price: price + 1)
            #expect(try await shopper.buy(mispriced, key: "refused").status == 409)
        }

        var player: String { "Authorization: Bearer \(shopper.tokens.token)" }

        func order(
            _ fields: [String]? = nil, body: String? = nil, path: String = "/v1/stores/main/purchases",
            version: String = "1.1"
        ) -> String {
            let body = body ?? self.body
            let fields = fields ?? [player, "Idempotency-Key: k1", "Content-Type: application/json"]
            return """
                POST \(path) HTTP/\(version)\r\nHost: a\r\n\(fields.map { $0 + "\r\n" }.joined())\
                Content-Length: \(body.utf8.count)\r\n\r\n\(body)
                """
        }
    }

    private static let time = "GET /v1/time HTTP/1.1\r\nHost: a\r\n\r\n"

    @Test func `get the answers that the router gives, field for field`() async throws {
        let shop = try await Shop()
        let type = "Content-Type: application/json"
        let body = { (price: String) in shop.body.replacing("\"price\":\(shop.price)", with: price) }
        let orders = [
            shop.order(),
            shop.order(
                [shop.player, "Idempotency-Key: refused", type], body: body("\"price\":\(shop.price + 1)")),
            shop.order(body: body("\"price\":\(shop.price + 1)")), shop.order(body: body("\"price\":-1")),
            shop.order(body: body("\"price\":9007199254740992")), shop.order(body: body("\"price\":1.5")),
            shop.order(body: body("\"cost\":1")), shop.order(body: "{}"), shop.order(body: "nonsense"),
            shop.order(body: ""), shop.order(body: String(repeating: " ", count: 16_300) + shop.body),
            shop.order(body: String(repeating: " ", count: 17_000) + shop.body),
            shop.order([shop.player, type]), shop.order([shop.player, "Idempotency-Key: a b", type]),
            shop.order(["Idempotency-Key: k1", type]),
            shop.order(["Authorization: Bearer x", "Idempotency-Key: k1", type]),
            shop.order(["Authorization: Basic eDp5", "Idempotency-Key: k1", type]),
            shop.order(path: "/v1/stores/nowhere/purchases"), shop.order(path: "/v1//stores/main/purchases/"),
            shop.order(path: "/v1/stores/main/purchases?x=1"), shop.order(path: "/v1/stores/m%61in/purchases"),
            shop.order(version: "1.0"),
        ]
        let compared = try await shop.pair.compared(orders.map { [Array($0.utf8)] })
        #expect(compared[0].hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(compared[1].hasPrefix("HTTP/1.1 409 Conflict\r\n"))
        #expect(Set(compared.map { $0.prefix(12) }).count > 5, "several kinds of answers")
    }

    /// What stands in a member that no order has, and at which of its bytes it stops being JSON.
    private static let unread = [
        ("[1,]", 3), ("[-]", 2), ("[\"\t\"]", 2), ("{\"a\":1,}", 7), ("01", 1), ("[1.]", 3), ("tru", 3), ("'a'", 0),
        ("[\"\\x\"]", 3), ("\"\\ud800\"", 1), ("[1 2]", 3), ("[,1]", 1), ("{a:1}", 1), ("[1]]", 3), ("/**/1", 0),
        (String(repeating: "[", count: 64) + String(repeating: "]", count: 64), 63),
    ]

    @Test func `are refused alike when a member that nobody reads isn't JSON`() async throws {
        let shop = try await Shop()
        let start = "\(shop.body.dropLast()),\"x\":"
        let orders = Self.unread.map { shop.order(body: "\(start)\($0.0)}") }
        let compared = try await shop.pair.compared(orders.map { [Array($0.utf8)] })
        for ((value, place), answer) in zip(Self.unread, compared) {
            #expect(answer.hasPrefix("HTTP/1.1 400 Bad Request\r\n"), "\(value)")
            #expect(answer.contains("in UTF-8 at byte \(start.utf8.count + place): expected "), "\(value): \(answer)")
        }
    }

    @Test func `are taken alike whatever JSON is in a member that nobody reads`() async throws {
        let shop = try await Shop()
        let values = [
            "[ 1,\t-0.5e+3 ]", "{\"\":{\"a\":[null,true,false]},\"a\":1,\"a\":2}", "\"\\u0000\\ud83d\\ude00 é箱\"",
            "1e400", String(repeating: "[", count: 63) + String(repeating: "]", count: 63),
        ]
        let orders = values.map { shop.order(body: "\(shop.body.dropLast()),\"x\":\($0)}") }
        for (value, answer) in zip(values, try await shop.pair.compared(orders.map { [Array($0.utf8)] })) {
            #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"), "\(value): \(answer)")
        }
    }

    @Test(arguments: [
        "Origin: https://game.example", "Origin: http://a", "Connection: close", "Connection: keep-alive",
        "Connection: upgrade", "Connection: close\r\nConnection: keep-alive", "Expect: 100-continue",
        "Transfer-Encoding: chunked", "Content-Type: text/plain",
        "Idempotency-Key: k1", "Idempotency-Key: k2", "Authorization: Bearer x", "X-Forwarded-For: 192.0.2.7",
        "Accept-Encoding: gzip", "Range: bytes=0-1", "If-None-Match: *", "X-Odd: \u{E9}", "Host: b", "Upgrade: h2c",
    ])
    func `get the answers that the router gives, whatever other field they have`(field: String) async throws {
        let shop = try await Shop()
        let fields = [shop.player, "Idempotency-Key: k1", "Content-Type: application/json"]
        _ = try await shop.pair.compared([[Array(shop.order(fields + [field]).utf8)]])
    }

    @Test func `keep their place among the requests of a connection`() async throws {
        let shop = try await Shop()
        let (order, time) = (shop.order(), Self.time)
        let routed = "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n"
        let conversations: [[String]] = [
            [order + time], [time + order], [order + order + time + order], [routed + order + routed],
            [order + routed + order], [order + "nonsense\r\n\r\n"],
            [String(order.prefix(40)), String(order.dropFirst(40))],
            [String(order.dropLast(9)), String(order.suffix(9))],
            [order, order, time], [String(repeating: order, count: 5)],
            [
                shop.order([shop.player, "Idempotency-Key: k1", "Content-Type: application/json", "Connection: close"])
                    + time
            ],
        ]
        let compared = try await shop.pair.compared(conversations.map { $0.map { Array($0.utf8) } })
        #expect(compared[2].ranges(of: "HTTP/1.1 200 OK").count == 4, "four answers")
    }

    @Test func `let the requests behind them be answered, also while the connection stays open`() async throws {
        let shop = try await Shop()
        let (order, unknown) = (shop.order(), "GET /nope HTTP/1.1\r\nHost: a\r\n\r\n")
        let window = "GET /v1/stores/main/window HTTP/1.1\r\nHost: a\r\n\r\n"
        let paged = shop.order([
            shop.player, "Idempotency-Key: k1", "Content-Type: application/json", "Origin: http://a",
        ])
        let conversations: [([String], routed: String)] = [
            ([order + unknown], "/problems/not_found"), ([order, unknown], "/problems/not_found"),
            ([order + order + unknown], "/problems/not_found"), ([order + paged], "\"replayed\":true}"),
            ([String(order.dropLast(5)), order.suffix(5) + unknown], "/problems/not_found"),
            ([String(repeating: window, count: 200) + unknown], "/problems/not_found"),
        ]
        try await Listener.listening(shop.pair.server.server, hasLane: true) { listener in
            for (pieces, routed) in conversations {
                let orders = pieces.joined().ranges(of: "POST ").count
                try await listener.hear(pieces) { answers in
                    for _ in 0..<orders { _ = try await answers.until("\"replayed\":true}") }
                    if !routed.contains("replayed") { _ = try await answers.until(routed) }
                }
            }
        }
    }

    @Test func `are taken by the lane, and counted as the router counts them`() async throws {
        let shop = try await Shop()
        let channel = NIOAsyncTestingChannel()
        try await channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1))
        try await channel.testingEventLoop.executeInContext { [server = shop.pair.server.server] in
            try server.attach(to: channel)
        }
        for (order, status) in [(shop.order(), "200 OK"), (shop.order(body: "{}"), "400 Bad Request")] {
            try await channel.writeInbound(ByteBuffer(string: order))
            guard case .byteBuffer(let answer) = try await channel.waitForOutboundWrite(as: IOData.self) else {
                Issue.record("the answer is no bytes")
                continue
            }
            #expect(String(buffer: answer).hasPrefix("HTTP/1.1 \(status)\r\n"))
        }
        _ = try await channel.finish(acceptAlreadyClosed: true)
        let metrics = try await shop.pair.server.client.send("/metrics").text
        #expect(metrics.contains(#"requests_total{route="/v1/stores/{store}/purchases",status="200"} 2"#), "\(metrics)")
        #expect(metrics.contains(#"requests_total{route="/v1/stores/{store}/purchases",status="400"} 1"#))
        #expect(metrics.contains(#"shelflife_request_duration_seconds_count{kind="orders"} 4"#), "the router's, too")
        #expect(metrics.contains(#"shelflife_orders_refused_total{code="bad_request"} 1"#))
        #expect(metrics.contains(#"shelflife_orders_refused_total{code="price_changed"} 1"#), "by the router")
    }
}
