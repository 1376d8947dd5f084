import ShelfDatabase
import ShelfEngine
import ShelfModel
import ShelfSQLite
import ShelfServer
import ShelfTesting
import ShelfWire
import Testing

/// Each conversation is held twice: with a server that has the lane, and with the same server without it.
@Suite struct `The fast lane` {
    private static let newest = WindowHeader.sequence(at: Fixtures.start)

    @Test(arguments: [
        "/v1/time", "/v1/stores", "/v1/stores/main/window", "/v1/stores/bazaar/window",
        "/v1/stores/main/windows/\(newest)", "/v1/stores/main/windows/\(newest - 1)",
        "/v1/stores/main/keys/{released}", "/v1/stores/main/keys/{sealed}",
        "/", "/healthz", "/v1", "/v1/time/", "/v1/Time", "/v1//time", "/v1/time?now", "/v1/stores/",
        "/v1/stores/nowhere/window", "/v1/stores/nowhere/keys", "/v1/stores/main", "/v1/stores//window",
        "/v1/stores/main/windows/0", "/v1/stores/main/windows/99999999999", "/v1/stores/main/windows/01",
        "/v1/stores/main/windows/+\(newest)", "/v1/stores/main/keys/x/1", "/v1/stores/m%61in/window",
    ])
    func `answers as the router does, field for field`(path: String) async throws {
        let pair = try await LanePair()
        let path = try pair.path(path)
        try await pair.compare(
            ["GET", "HEAD", "POST", "DELETE", "OPTIONS"].map { "\($0) \(path) HTTP/1.1\r\nHost: a\r\n\r\n" })
    }

    @Test(arguments: [
        "If-None-Match: {tag}", "If-None-Match: \"another\"", "If-None-Match: W/{tag}", "If-None-Match: *",
        "If-None-Match: \"another\", {tag}", "if-none-match:{tag}", "If-None-Match: {tag} ", "Connection: keep-alive",
        "Connection: Keep-Alive", "Connection: close", "Connection: upgrade", "Range: bytes=0-9",
        "Accept-Encoding: gzip", "Origin: https://game.example", "Content-Length: 0", "Transfer-Encoding: chunked",
        "Expect: 100-continue", "Upgrade: h2c", "X-Odd: \u{E9}", "X-Odd : a", "Host: b",
    ])
    func `answers as the router does, whatever else the request says`(field: String) async throws {
        let pair = try await LanePair()
        let field = field.replacing("{tag}", with: try pair.tag)
        try await pair.compare(
            ["/v1/stores/main/window", "/v1/time"].map { "GET \($0) HTTP/1.1\r\nHost: a\r\n\(field)\r\n\r\n" })
    }

    @Test(arguments: [
        ["GET /v1/time HTTP/1.1\r\nHost: a\r\n\r\nGET /v1/stores HTTP/1.1\r\nHost: a\r\n\r\n"],
        ["GET /v1/time HTTP/1.1\r\nHo", "st: a\r\n\r\nGET /v1/stores HTTP/1.1\r\nHost: a\r\n\r\n"],
        [
            "GET /v1/time HTTP/1.1\r\nHost: a\r\n\r\nGET /healthz HTTP/1.1\r\nHost: a\r\n\r\nGET /v1/time HTTP/1.1\r\nHost: a\r\n\r\n"
        ],
        ["POST /v1/players HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}GET /v1/time HTTP/1.1\r\nHost: a\r\n\r\n"],
        ["GET /v1/time HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\nGET /v1/time HTTP/1.1\r\nHost: a\r\n\r\n"],
        ["GET /v1/time HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhelloGET /v1/time HTTP/1.1\r\nHost: a\r\n\r\n"],
        [
            "GET /v1/time HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\nGET /v1/time HTTP/1.1\r\nHost: a\r\n\r\n"
        ],
        [
            "GET /v1/stores/bazaar/wind",
            String(repeating: "ow HTTP/1.1\r\nHost: a\r\n\r\nGET /v1/stores/bazaar/wind", count: 40),
        ],
        [
            String(repeating: "GET /v1/stores/bazaar/window HTTP/1.1\r\nHost: a\r\n\r\n", count: 200),
            "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n",
        ],
        [String(repeating: "GET /v1/time HTTP/1.1\r\nHost: a\r\n\r\n", count: 1000)],
        ["GET /v1/time HTTP/1.0\r\nHost: a\r\n\r\n"], ["\r\nGET /v1/time HTTP/1.1\r\nHost: a\r\n\r\n"],
        ["GET /v1/time HTTP/1.1\r\nHost: a\r\n\r\nnonsense\r\n\r\n"], ["GET /v1/time HTTP/1.1\r\nHost: a\r\n"],
    ])
    func `keeps to the order and the bounds of requests`(pieces: [String]) async throws {
        try await LanePair().compare(pieces: pieces.map { Array($0.utf8) })
    }

    @Test(arguments: 0..<4 as Range<UInt32>)
    func `answers mutilated conversations as the router does`(seed: UInt32) async throws {
        let pair = try await LanePair()
        var mutant = RequestMutant(seed: seed)
        try await pair.compare((0..<300).map { _ in mutant.nextPieces() })
    }

    @Test(arguments: [0, 20_000] as [Int64])
    func `gives a key at its moment, and not a millisecond before`(uncertaintyUs: Int64) async throws {
        let pair = try await LanePair()
        let server = pair.server
        server.time.uncertaintyUs = uncertaintyUs
        let store = try #require(server.engine.shelves["main"])
        let release = try #require(store.releases.first { $0.at > server.time.now })
        let request = "GET /v1/stores/main/keys/\(release.chain)/\(release.slot) HTTP/1.1\r\nHost: a\r\n\r\n"
        let due = release.at.milliseconds * 1000 + uncertaintyUs
        try await pair.listening { compare in
            for (instantUs, status) in [
                (due - 1000, "404"), (due, "200"), (due + 60_000_000, "200"),
            ] {
                server.time.nowUs = instantUs
                let answer = try await compare([Array(request.utf8)])
                #expect(answer.hasPrefix("HTTP/1.1 \(status)"))
            }
        }
    }

    @Test func `has the next second, and the next window within the second`() async throws {
        let pair = try await LanePair()
        let (server, minute) = (pair.server, Fixtures.start + .minutes(1))
        let request = Array("GET /v1/stores/main/window HTTP/1.1\r\nHost: a\r\n\r\n".utf8)
        try await pair.listening { compare in
            for instant in [minute - .seconds(1), minute - .milliseconds(1), minute] {
                server.time.now = instant
                _ = try await compare([request])
            }
            await server.engine.publisher.publish(earliest: minute)
            #expect(server.engine.shelves["main"]?.windows.first?.issuedAt == minute)
            _ = try await compare([request])
        }
    }
}
