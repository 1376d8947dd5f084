import Foundation
import ShelfConfiguration
import ShelfServer
import ShelfTesting
import ShelfWire
import Testing

/// Bodies that don't arrive whole, over sockets: that is the client's doing, and no failure of the server.
@Suite struct `A body that doesn't arrive whole` {
    /// What follows a head, and whether the client then only stops talking.
    private static let broken = [
        "a chunk's size that is no number": "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\nzz\r\n",
        "a chunk that is longer than it says": "Transfer-Encoding: chunked\r\n\r\n2\r\n{}x\r\n0\r\n\r\n",
        "a size beyond all numbers": "Transfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\n{}",
        "an end before the last chunk": "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n",
        "an end before the length": "Content-Length: 20\r\n\r\n{}",
        "an end before anything": "Content-Length: 20\r\n\r\n",
    ]

    /// Every route that takes a body, with what it needs to look at the body.
    private func heads(_ shop: AppStoreShop) -> [String] {
        let player = shop.shopper.tokens
        let (mine, admins) = ("Authorization: Bearer \(player.token)\r\n", "Authorization: Bearer boss\r\n")
        let key = "Idempotency-Key: k\r\n"
        return [
            ("players", ""), ("players/refresh", ""), ("stores/main/purchases", mine + key),
            ("player/topups/apple", mine), ("notifications/apple", ""),
            ("admin/players/\(player.player)/postings", admins + key), ("admin/purchases/1/reversal", admins + key),
        ].map { path, fields in "POST /v1/\(path) HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n\(fields)" }
    }

    private func shop() async throws -> AppStoreShop {
        try await AppStoreShop {
            try AppStoreShop.trust($0, &$1)
            $1.settings.server.port = 0
        }
    }

    @Test(arguments: broken.keys.sorted())
    func `is a bad request, on every route that takes one, and isn't logged`(what: String) async throws {
        let shop = try await shop()
        let body = try #require(Self.broken[what])
        try await Listener.listening(shop.server.server, hasLane: true) { listener in
            for head in heads(shop) {
                let answer = String(decoding: try await listener.talk([Array((head + body).utf8)]), as: UTF8.self)
                #expect(answer.hasPrefix("HTTP/1.1 400 Bad Request\r\n"), "\(head): \(answer)")
                #expect(answer.contains("\"code\":\"bad_request\""), "\(head)")
                #expect(answer.components(separatedBy: "HTTP/1.1 ").count == 2, "\(head): \(answer)")
            }
            try await allAreGone(shop)
            #expect(shop.server.log.complaints == [])
        }
    }

    @Test(
        arguments: [
            ("GET /v1/time", "200 OK"), ("GET /v1/nothing", "404 Not Found"),
            ("DELETE /v1/time", "405 Method Not Allowed"),
            ("POST /v1/stores/main/purchases", "401 Unauthorized"),
        ])
    func `ends the connection behind an answer that has begun, and nothing more is written`(
        request: String, status: String
    ) async throws {
        let head = "\(request) HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
        let shop = try await shop()
        try await Listener.listening(shop.server.server, hasLane: true) { listener in
            try await listener.hear(head + "Transfer-Encoding: chunked\r\n\r\n") { reader in
                #expect(try await reader.until("\r\n\r\n").hasPrefix("HTTP/1.1 \(status)\r\n"))
                try await reader.send("Z")
                let ended = await #expect(throws: ConnectionReader.Ended.self) {
                    _ = try await reader.until("HTTP/1.1")
                }
                #expect(ended?.heard.contains("bad_request") == false)
            }
        }
    }

    @Test(arguments: [true, false])
    func `isn't logged when its sender has hung up in the middle`(isAbrupt: Bool) async throws {
        let shop = try await shop()
        try await Listener.listening(shop.server.server, hasLane: true) { listener in
            for head in heads(shop) {
                for rest in ["Content-Length: 20\r\n\r\n{}", "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n", ""] {
                    try await listener.hangUp(after: [head + rest], isAbrupt: isAbrupt)
                }
            }
            try await allAreGone(shop)
            #expect(shop.server.log.complaints == [])
        }
    }

    @Test func `changes nothing, though what has arrived of it is a whole value`() async throws {
        let shop = try await shop()
        let wish = String(decoding: try WireJSON.encode(try shop.shopper.purchaseRequest()), as: UTF8.self)
        let head = heads(shop)[2] + "Content-Length: \(wish.utf8.count + 1)\r\n\r\n"
        try await Listener.listening(shop.server.server, hasLane: true) { listener in
            let answer = String(decoding: try await listener.talk([Array((head + wish).utf8)]), as: UTF8.self)
            #expect(answer.hasPrefix("HTTP/1.1 400 Bad Request\r\n"), "\(answer)")
        }
        #expect(try await shop.shopper.balance() == 7)
    }

    /// Waits until the server has let go of all connections.
    private func allAreGone(_ shop: AppStoreShop) async throws {
        for _ in 0..<1000 {
            let metrics = try await shop.server.client.send("/metrics").text
            if metrics.contains("\nshelflife_connections 0\n") { return }
            try await Task.sleep(for: .milliseconds(10))
        }
        Issue.record("connections are still open")
    }
}
