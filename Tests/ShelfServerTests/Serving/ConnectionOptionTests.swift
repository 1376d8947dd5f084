import ShelfServer
import ShelfTesting
import Testing

/// Over sockets, with the lane and without it: what a head says about its connection (RFC 9110 and 9112).
@Suite struct `What a request says about its connection` {
    /// What the lane answers, and what only the router does.
    private static let paths = ["/v1/time", "/v1/stores/main/window", "/readyz", "/v1/player"]

    private static func request(_ path: String, _ fields: String, version: String = "1.1") -> String {
        "GET \(path) HTTP/\(version)\r\nHost: a\r\n\(fields)\r\n"
    }

    /// - Returns: the heads of the answers to each conversation.
    private func heads(_ conversations: [String]) async throws -> [[Substring]] {
        let pair = try await LanePair()
        return try await pair.compared(conversations.map { [Array($0.utf8)] }).map { answer in
            answer.split(separator: "HTTP/1.").map { $0.prefix { $0 != "{" } }
        }
    }

    @Test(arguments: [
        "close", "Close", "CLOSE", "TE, close", "close, TE", "close\r\nConnection: x", "keep-alive, close", "close\t",
        "x\r\nProxy-Connection: y, Close",
    ])
    func `ends it with the answer, which says so, however that is spelt`(option: String) async throws {
        let conversations = Self.paths.map {
            Self.request($0, "Connection: \(option)\r\n") + Self.request("/readyz", "") + Self.request("/v1/time", "")
        }
        for answers in try await heads(conversations) {
            #expect(answers.count == 1, "\(option)")
            #expect(answers.first?.lowercased().contains("\r\nconnection: close\r\n") == true, "\(option)")
        }
    }

    @Test func `doesn't end it otherwise`() async throws {
        for option in ["keep-alive", "Keep-Alive", "TE", "closed", "upgrade"] {
            let conversations = Self.paths.map {
                Self.request($0, "Connection: \(option)\r\n") + Self.request("/v1/time", "")
            }
            for answers in try await heads(conversations) { #expect(answers.count == 2, "\(option)") }
        }
    }

    @Test(arguments: ["", "Connection: keep-alive\r\n"])
    func `ends it in version 1.0, and the answer says so`(fields: String) async throws {
        let conversations = Self.paths.map { Self.request($0, fields, version: "1.0") + Self.request("/v1/time", "") }
        for answers in try await heads(conversations) {
            #expect(answers.count == 1)
            #expect(answers.first?.lowercased().contains("\r\nconnection: close\r\n") == true)
        }
    }

    @Test(arguments: [
        "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n",
        "Upgrade: websocket\r\nConnection: Upgrade\r\n", "Upgrade:\r\nConnection: te, upgrade\t\r\n",
        "Upgrade: h2c\r\nProxy-Connection: Upgrade\r\n",
    ])
    func `may offer another protocol: the answer is the last, and says so`(fields: String) async throws {
        let conversations = Self.paths.map { Self.request($0, fields) + Self.request("/v1/time", "") }
        for answers in try await heads(conversations) {
            #expect(answers.count == 1)
            #expect(answers.first?.lowercased().contains("\r\nconnection: close\r\n") == true)
        }
    }

    @Test(arguments: ["1.0\r\nConnection: keep-alive", "1.1\r\nUpgrade:\r\nConnection: upgrade"])
    func `lets nobody answer what comes after the last answer`(ending: String) async throws {
        let pair = try await LanePair()
        try await Listener.listening(pair.server.server, hasLane: true) { listener in
            try await listener.hear("GET /readyz HTTP/\(ending)\r\nHost: a\r\n\r\n") { answer in
                _ = try await answer.until("\r\n\r\n")
                try await answer.send("GET /v1/stores/main/keys HTTP/1.1\r\nHost: a\r\n\r\n")
                for _ in 0..<9 { _ = try await listener.talk([Array(Self.request("/readyz", "").utf8)]) }
                #expect(pair.server.server.streams.count == 0)
            }
        }
    }

    @Test func `may wait to be told to send the body`() async throws {
        let pair = try await LanePair()
        let head = "POST /v1/players HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 2\r\n"
        try await Listener.listening(pair.server.server, hasLane: true) { listener in
            try await listener.hear([head + "Expect: 100-Continue\r\n\r\n"]) { answer in
                let told = try await answer.until("\r\n\r\n")
                #expect(told == "HTTP/1.1 100 Continue\r\n\r\n")
            }
        }
        let statuses = try await heads([
            head + "Expect: 100-continue\r\n\r\n", head + "\r\n", head + "Expect: 100-continue\r\n\r\n{}",
            Self.request("/readyz", "") + head + "Expect: 100-continue\r\n\r\n",
        ]).map { $0.map { $0.dropFirst(2).prefix(3) } }
        #expect(statuses[0] == ["100", "400"])
        #expect(statuses[1] == ["400"])
        #expect(statuses[2] == ["400"], "the body is there already")
        #expect(statuses[3] == ["200", "100", "400"], "never before another's answer")
    }
}
