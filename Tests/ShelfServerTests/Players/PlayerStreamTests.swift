import ShelfEngine
import ShelfModel
import ShelfServer
import ShelfTesting
import ShelfWire
import Testing

/// Player's streams over a socket, with the lane and without it.
@Suite struct `A player's stream over a connection` {
    @Test(arguments: [true, false])
    func `begins with what the wallet holds, tells of grants, is kept open, and ends with the server`(
        hasLane: Bool
    ) async throws {
        let stage = try await Stage()
        try await stage.listening(hasLane: hasLane) { listener in
            try await listener.hear("\(stage.request)\r\n") { line in
                let head = try await line.until("\r\n\r\n")
                #expect(head.hasPrefix("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"))
                #expect(try await line.until("\n\n").contains("retry: "))
                #expect(try await line.until("\n\n").hasSuffix("event: anew\nid: 1-0\ndata: {}\n\n"))
                #expect(try await line.until("\n\n").contains(#"data: {"balance":70,"currency":"coins"}"#))
                for amount in Int64(1)...3 {
                    try await stage.grant(amount, key: "k\(amount)")
                    let text = try await line.until("\n\n")
                    #expect(text.contains(#""balance":\#(70 + amount * (amount + 1) / 2),"#))
                }
                #expect(stage.news.count == 1)
                for lot in 0..<PlayerWatch.lots { stage.news.keepAlive(lot: lot) }
                #expect(try await line.until(":\n\n\r\n").contains("3\r\n:\n\n"))
                stage.news.finish()
                #expect(try await line.until("0\r\n\r\n") == "0\r\n\r\n")
            }
        }
        #expect(stage.news.count == 0)
    }

    @Test func `has the same head with the lane as without it`() async throws {
        let stage = try await Stage()
        var heads: [[Substring]] = []
        for hasLane in [true, false] {
            try await stage.listening(hasLane: hasLane) { listener in
                try await listener.hear("\(stage.request)\r\n") { line in
                    let fields = try await line.until("\r\n\r\n").split(separator: "\r\n").dropFirst()
                    heads.append(fields.filter { !$0.hasPrefix("Date: ") }.sorted())
                }
            }
        }
        #expect(heads[0].map { $0.lowercased() } == heads[1].map { $0.lowercased() })
    }

    @Test(arguments: [true, false])
    func `isn't given to nobody, who goes on over the same connection`(hasLane: Bool) async throws {
        let stage = try await Stage()
        let time = "GET /v1/time HTTP/1.1\r\nHost: a\r\n\r\n"
        for token in ["Bearer nobody's", "Basic YTpi"] {
            let asked = "GET /v1/player/events HTTP/1.1\r\nHost: a\r\nAuthorization: \(token)\r\n\r\n\(time)"
            try await stage.listening(hasLane: hasLane) { listener in
                try await listener.hear([String(asked.prefix(30)), String(asked.dropFirst(30))]) { line in
                    let head = try await line.until("\r\n\r\n").lowercased()
                    #expect(head.hasPrefix("http/1.1 401 unauthorized\r\n"))
                    #expect(head.contains("content-type: application/problem+json\r\n"))
                    #expect(head.contains("\r\nvary: origin\r\n") && head.contains("www-authenticate: bearer\r\n"))
                    #expect(try await line.until("HTTP/1.1 200 OK\r\n").contains(#""code":"unauthorized""#))
                }
            }
        }
        #expect(stage.news.count == 0)
    }

    @Test func `is the last answer of its connection, and is over with it`() async throws {
        let stage = try await Stage()
        let behind = "GET /v1/time HTTP/1.1\r\nHost: a\r\n\r\n"
        try await stage.listening { listener in
            try await listener.hear("\(stage.request)\r\n\(behind)\(stage.request)\r\n") { line in
                _ = try await line.until("70,")
                try await stage.grant(5, key: "k")
                let text = try await line.until("75,")
                #expect(!text.contains("HTTP/1.1"))
                #expect(stage.news.count == 1)
            }
        }
        #expect(stage.news.count == 0)
    }

    @Test(arguments: [true, false])
    func `goes on after the last event that a device has`(hasLane: Bool) async throws {
        let stage = try await Stage()
        try await stage.listening(hasLane: hasLane) { listener in
            for (last, isAnew) in [("1-0", false), ("2-0", true)] {
                try await listener.hear("\(stage.request)Last-Event-ID: \(last)\r\n\r\n") { line in
                    let text = try await line.until("event: wallet")
                    #expect(text.contains("event: anew") == isAnew)
                }
            }
        }
    }
}

/// A server with a player who has 70 coins.
private struct Stage {
    let server: VirtualServer
    let shopper: Shopper
    let news: PlayerNews

    init() async throws {
        (server, shopper) = try await VirtualServer.withAdmins(invitations: true)
        news = try #require(server.engine.playerNews)
    }

    var request: String {
        "GET /v1/player/events HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer \(shopper.tokens.token)\r\n"
    }

    func grant(_ amount: Int64, key: String) async throws {
        _ = try await server.postAsAdmin(
            "/v1/admin/players/\(shopper.tokens.player)/postings",
            PostingRequest(currency: "coins", amount: amount, kind: .grant, reason: "hello"), key: key)
    }

    /// Runs `body` while the server listens. Streams are open until something is sent on them after their clients have
    /// gone, so they are ended then.
    func listening(hasLane: Bool = true, _ body: (Listener) async throws -> Void) async throws {
        try await Listener.listening(server.server, hasLane: hasLane) { listener in
            defer { news.finish() }
            try await body(listener)
        }
    }
}
