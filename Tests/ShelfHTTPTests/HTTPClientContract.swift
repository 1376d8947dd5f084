import Foundation
import ShelfHTTP
import ShelfTesting
import Testing

/// What every client over HTTP promises.
enum HTTPClientContract: String, CaseIterable {
    case onlyOneConnection = "asks over one connection, one request after the other"
    case goneConnection = "asks again over another connection when the server has given up the one that was kept"
    case entityTag = "brings the entity tag, and asks with it"
    case posting = "brings a POST's headers and body to the server whole, over a line that is kept"
    case query = "asks with the query as it is"
    case redirect = "follows no redirect, so that a secret goes to its own server alone"
    case retryAfter = "tells how long the server wants to be left alone"
    case pieces = "brings a stream in the pieces in which it comes, and leaves when its reader does"
    case closing = "takes an answer whole that ends its connection"
    case stamps = "stamps the request before it leaves, and the answer once it is here"
    case tooLong = "gives an answer up that is longer than is taken"
    case brokenOff = "says when an answer broke off"
    case nobody = "says when nobody answers"
    case address = "says when the address is none"
    case cancelled = "stops at once when it is cancelled"
    case prefix = "asks below the address's own path"

    typealias Make = @Sendable (URL) -> any HTTPClient

    func check(_ make: Make) async throws {
        let server = try LoopbackServer()
        defer { server.stop() }
        server.reply(to: "/a", with: .init(headers: ["ETag: \"1\""], body: Array("abc".utf8)))
        try await check(make(server.url), make, server)
    }

    private func check(_ client: any HTTPClient, _ make: Make, _ server: LoopbackServer) async throws {
        switch self {
        case .onlyOneConnection:
            for _ in 0..<5 { #expect(try await client.get("/a").body == Array("abc".utf8)) }
            #expect(server.connections == 1)
        case .goneConnection:
            server.reply(to: "/last", with: .init(ending: .hangUp))
            #expect(try await client.get("/last").head.status == 200)
            #expect(try await client.get("/a").head.status == 200)
        case .entityTag:
            #expect(try await client.get("/a", etag: "\"0\"").head.etag == "\"1\"")
            #expect(server.requests.last?.contains("If-None-Match: \"0\"") == true)
        case .posting: try await checkPosting(client, server)
        case .query:
            server.reply(to: "/list?before=7&limit=2", with: .init(body: [7]))
            #expect(try await client.get("/list?before=7&limit=2").body == [7])
        case .redirect: try await checkRedirect(client, server)
        case .retryAfter:
            for (text, seconds) in [("7", 7), ("0", 0), ("-1", nil), ("Wed, 21 Oct 2026 07:28:00 GMT", nil)]
                as [(String, Int64?)]
            {
                server.reply(
                    to: "/busy", with: .init(status: "503 Service Unavailable", headers: ["Retry-After: \(text)"]))
                #expect(try await client.get("/busy").head.retryAfter == seconds)
            }
            #expect(try await client.get("/a").head.retryAfter == nil)
        case .pieces: try await checkPieces(client, server)
        case .stamps:
            let before = nowUs()
            let answer = try await client.get("/a")
            let receivedUs = try #require(answer.receivedUs)
            #expect(before <= answer.head.sentUs)
            #expect(answer.head.sentUs < receivedUs)
            #expect(receivedUs <= nowUs())
        case .closing:
            server.reply(to: "/last", with: .init(headers: ["Connection: close"], body: [7], ending: .hangUp))
            for _ in 0..<3 { #expect(try await client.get("/last").body == [7]) }
            #expect(server.connections == 3)
        case .tooLong:
            await #expect(throws: HTTPError.tooLarge) { try await client.get("/a", bytesAtMost: 2) }
            #expect(try await client.get("/a", bytesAtMost: 3).body.count == 3)
        case .brokenOff:
            server.reply(to: "/part", with: .init(body: Array("abc".utf8), ending: .breakOff))
            try await expectUnreachable { try await client.get("/part") }
        case .nobody:
            let free = try LoopbackPort()
            try await expectUnreachable { try await make(free.url).get("/a") }
            try await expectUnreachable { try await make(URL(string: "http://nowhere.invalid")!).get("/a") }
        case .address:
            for address in ["ftp://example.com", "http://", "example.com"] {
                await #expect(throws: HTTPError.address(address)) {
                    try await make(URL(string: address)!).get("/a")
                }
            }
        case .cancelled: try await checkCancelling(client, server)
        case .prefix:
            server.reply(to: "/below/a", with: .init(body: [1]))
            server.reply(to: "/", with: .init(body: [2]))
            #expect(try await make(server.url.appending(path: "below/")).get("/a").body == [1])
            #expect(try await make(server.url.appending(path: "below/a")).get("").body == [1])
            #expect(try await make(server.url).get("").body == [2])
        }
    }

    private func checkPosting(_ client: any HTTPClient, _ server: LoopbackServer) async throws {
        server.reply(to: "/buy", with: .init(status: "409 Conflict", body: [4]))
        for length in [0, 2, 300_000] {
            let body = String(repeating: "x", count: length)
            let call = HTTPCall.post(
                "/buy", headers: ["Authorization": "Bearer t", "Idempotency-Key": "k1"], json: Array(body.utf8),
                silence: 10, isRepeatable: true)
            let answer = try await client.answer(to: call, bytesAtMost: 10)
            #expect((answer.head.status, answer.body) == (409, [4]))
            let request = try #require(server.requests.last)
            #expect(request.hasPrefix("POST /buy HTTP/1.1\r\n"))
            #expect(request.hasSuffix("\r\n\r\n" + body))
            for header in [
                "Authorization: Bearer t", "Idempotency-Key: k1", "Content-Type: application/json",
                "Content-Length: \(length)",
            ] { #expect(request.contains("\r\n\(header)\r\n"), "\(header)") }
        }
        #expect(server.connections == 1)
    }

    private func checkRedirect(_ client: any HTTPClient, _ server: LoopbackServer) async throws {
        let other = try LoopbackServer()
        defer { other.stop() }
        for status in ["301 Moved Permanently", "307 Temporary Redirect"] {
            server.reply(to: "/moved", with: .init(status: status, headers: ["Location: \(other.url)/a"]))
            let headers = ["Authorization": "Bearer t"]
            for call in [
                HTTPCall.get("/moved", headers: headers, silence: 10),
                .post("/moved", headers: headers, json: Array("{}".utf8), silence: 10),
            ] {
                let answer = try await client.answer(to: call, bytesAtMost: 10)
                #expect(answer.head.status == Int(status.prefix(3)))
            }
        }
        #expect(other.requests.isEmpty)
    }

    private func checkPieces(_ client: any HTTPClient, _ server: LoopbackServer) async throws {
        server.reply(to: "/stream", with: .init(body: Array("abc".utf8), ending: .open))
        var parts: [HTTPAnswer.Part] = []
        for try await part in client.ask(.get("/stream", silence: 5)) {
            parts.append(part)
            if parts.count == 2 { break }
        }
        guard case .body(let piece)? = parts.last else { throw HTTPError.unreachable("there is no piece") }
        #expect(piece.bytes == Array("abc".utf8))
        try await eventually("all connections are closed") { server.openConnections == 0 }
    }

    /// Over a new connection, and over one that was kept.
    private func checkCancelling(_ client: any HTTPClient, _ server: LoopbackServer) async throws {
        server.reply(to: "/never", with: .init(ending: .open))
        for isKept in [false, true] {
            if isKept { try await client.get("/a") }
            let asking = Task { try await client.get("/never") }
            try await eventually("the request is there") { server.requests.last?.contains("/never") == true }
            asking.cancel()
            await #expect(throws: CancellationError.self) { try await asking.value }
            try await eventually("all connections are closed") { server.openConnections == 0 }
        }
        #expect(server.connections == 2)
    }

    private func expectUnreachable(_ ask: () async throws -> HTTPAnswer) async throws {
        await #expect {
            try await ask()
        } throws: { error in
            if case .unreachable? = error as? HTTPError { true } else { false }
        }
    }
}

extension HTTPClient {
    @discardableResult
    fileprivate func get(_ path: String, etag: String? = nil, bytesAtMost: Int = 1000) async throws -> HTTPAnswer {
        try await answer(to: .get(path, etag: etag, silence: 10), bytesAtMost: bytesAtMost)
    }
}

/// Microseconds since some moment.
@Sendable func nowUs() -> Int64 {
    let (seconds, attoseconds) = (ContinuousClock.now - ContinuousClock().systemEpoch).components
    return seconds * 1_000_000 + attoseconds / 1_000_000_000_000
}
