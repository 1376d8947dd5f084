import HTTPTypes
import NIOCore
import ShelfEngine
import ShelfModel
import ShelfServer
import ShelfTesting
import ShelfWire
import Testing

@Suite struct `The player's stream` {
    @Test func `begins with what the wallet holds, and tells of a grant and of a match`() async throws {
        let (server, shopper) = try await VirtualServer.withAdmins(invitations: true)
        var stream = try await Listener(shopper)
        #expect(try await stream.next() == ["anew 1-0", #"wallet {"balance":70,"currency":"coins"}"#])
        _ = try await server.postAsAdmin(
            "/v1/admin/players/\(shopper.tokens.player)/postings",
            PostingRequest(currency: "coins", amount: 5, kind: .grant, reason: "hello"), key: "k")
        #expect(try await stream.next() == [#"wallet {"balance":75,"currency":"coins"}"#])
        let match = try await shopper.makeMatch()
        #expect(try await stream.next() == [#"match 1-1 {"match":"\#(match)"}"#])
    }

    @Test func `goes on after the last event that a device has, and says when that is too long ago`() async throws {
        let (_, shopper) = try await VirtualServer.withAdmins(invitations: true)
        let match = try await shopper.makeMatch()
        for version in 0..<Int64(3) { try await shopper.move(match, version) }
        var resumed = try await Listener(shopper, after: "1-2")
        let event = #"{"match":"\#(match)"}"#
        #expect(try await resumed.next().prefix(2) == ["match 1-3 \(event)", "match 1-4 \(event)"])
        for last in ["1-5", "2-3", "1--1", "x", ""] {
            var anew = try await Listener(shopper, after: last)
            #expect(try await anew.next().first == "anew 1-4")
        }
        for version in 3..<Int64(210) {
            shopper.server.time.now = shopper.server.time.now + .seconds(1)
            try await shopper.move(match, version)
        }
        var far = try await Listener(shopper, after: "1-2")
        #expect(try await far.next().first == "anew 1-211")
    }

    @Test func `tells what another server on the same database has done with the next poll`() async throws {
        let (server, shopper) = try await VirtualServer.withAdmins(invitations: true)
        let other = try await server.twin()
        var stream = try await Listener(shopper)
        _ = try await stream.next()
        let elsewhere = try await Shopper(other)
        let match = try await elsewhere.makeMatch()
        await server.engine.poll.ask()
        #expect(try await stream.next() == [#"match 1-1 {"match":"\#(match)"}"#])
        await server.engine.poll.ask()
        try await shopper.move(match, 0)
        #expect(try await stream.next() == [#"match 1-2 {"match":"\#(match)"}"#], "and tells nothing twice")
    }

    @Test func `ends with its token, and the oldest when a player opens a sixth`() async throws {
        let (server, shopper) = try await VirtualServer.withAdmins(invitations: true)
        let news = try #require(server.engine.playerNews)
        var streams: [Listener] = []
        for _ in 1...6 {
            streams.append(try await Listener(shopper))
            _ = try await streams[streams.count - 1].next()
        }
        #expect(try await streams[0].next() == ["end"])
        #expect(news.count == 5)
        server.time.now = server.time.now + .minutes(15) - .milliseconds(1001)
        news.endOver()
        #expect(news.count == 5)
        server.time.now = server.time.now + .seconds(2)
        news.endOver()
        for index in 1...5 { #expect(try await streams[index].next() == ["end"]) }
        #expect(news.count == 0)
        let refused = try await server.client.send("/v1/player/events")
        #expect(refused.status == 401)
    }

    @Test func `is kept open by comments, and ends with the server`() async throws {
        let (server, shopper) = try await VirtualServer.withAdmins(invitations: true)
        let news = try #require(server.engine.playerNews)
        var stream = try await Listener(shopper)
        _ = try await stream.next()
        for lot in 0..<PlayerWatch.lots { news.keepAlive(lot: lot) }
        #expect(try await stream.next() == [":"])
        news.finish()
        #expect(try await stream.next() == ["end"])
        var late = try await Listener(shopper)
        _ = try await late.next()
        #expect(try await late.next() == ["end"])
    }
}

/// Reads a player's stream, piece by piece.
private struct Listener {
    private var pieces: AsyncStream<ByteBuffer>.Iterator

    init(_ shopper: Shopper, after last: String? = nil) async throws {
        var headers: HTTPFields = [.authorization: "Bearer \(shopper.tokens.token)"]
        headers[HTTPField.Name("Last-Event-ID")!] = last
        pieces = try await shopper.server.client.stream("/v1/player/events", headers: headers).makeAsyncIterator()
    }

    /// The events of the next piece, each with its id and data; `end` when there is none.
    mutating func next() async throws -> [String] {
        guard let piece = await pieces.next() else { return ["end"] }
        return String(buffer: piece).split(separator: "\n\n").compactMap { text in
            let lines = text.split(separator: "\n").filter { !$0.hasPrefix("retry: ") && $0 != "data: {}" }
            return lines.isEmpty
                ? nil
                : lines.map { $0 == ":" ? ":" : String($0.drop { $0 != ":" }.dropFirst(2)) }.joined(separator: " ")
        }
    }
}

extension Shopper {
    fileprivate func makeMatch() async throws -> String {
        let answer = try await send("/v1/player/matches", NewMatchRequest(size: 2), key: "m")
        return try WireJSON.decode(MatchAnswer.self, answer.body).match
    }

    fileprivate func move(_ match: String, _ version: Int64) async throws {
        let move = MatchMoveRequest(version: version, payload: "")
        #expect(try await send("/v1/player/matches/\(match)/moves", move, key: nil).status == 200)
    }

    private func send(_ path: String, _ body: some Encodable, key: String?) async throws -> InProcessClient.Answer {
        var headers: HTTPFields = [.authorization: "Bearer \(tokens.token)"]
        headers[HTTPField.Name("Idempotency-Key")!] = key
        return try await server.client.send(path, method: .post, headers: headers, body: WireJSON.encode(body))
    }
}
