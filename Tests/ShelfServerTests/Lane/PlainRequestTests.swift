import NIOCore
import NIOEmbedded
import NIOHTTP1
import ShelfServer
import ShelfTesting
import Testing

/// What recognises requests is held against the decoder that parses them.
@Suite struct `Recognising a request` {
    private static let rounds = 300_000
    private static let plain = "GET /v1/time HTTP/1.1\r\nHost: a\r\n\r\n"

    @Test(arguments: [
        plain, "HEAD /v1/stores HTTP/1.1\r\nhost:a\r\n\r\n",
        "GET /v1/stores/main/window HTTP/1.1\r\nHost: a\r\nConnection: Keep-Alive\r\nAccept: */*\r\n\r\n",
        "GET /v1/stores/main/window HTTP/1.1\r\nHost: a:80\r\nIf-None-Match: \"abc\"\r\n\r\n",
    ])
    func `a plain one is`(text: String) throws {
        let plain = try #require(Self.plain(text))
        #expect(plain.length == text.utf8.count)
        #expect(plain.isHead == text.hasPrefix("HEAD"))
    }

    @Test(arguments: [
        "", "GET", "POST /v1/time HTTP/1.1\r\nHost: a\r\n\r\n", "GET /v1/time HTTP/1.0\r\nHost: a\r\n\r\n",
        "GET /v1/time HTTP/1.1\r\n\r\n", "GET /v1/time HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
        "GET /v1/time?a HTTP/1.1\r\nHost: a\r\n\r\n", "GET /v1/%74ime HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET http://a/v1/time HTTP/1.1\r\nHost: a\r\n\r\n", "GET  /v1/time HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /v1/time HTTP/1.1\nHost: a\n\n", "GET /v1/time HTTP/1.1\r\nHost: a\r\n", " " + plain, "\r\n" + plain,
        "GET /v1/time HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n",
        "GET /v1/time HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n",
        "GET /v1/time HTTP/1.1\r\nHost: a\r\ncontent-LENGTH: 5\r\n\r\nhello",
        "GET /v1/time HTTP/1.1\r\nHost: a\r\nConnection: close\r\nConnection: keep-alive\r\n\r\n",
        "GET /v1/time HTTP/1.1\r\nHost: a\r\nConnection: close, x\r\n\r\n",
        "GET /v1/time HTTP/1.1\r\nHost: a\r\nUpgrade: h2c\r\n\r\n",
        "GET /v1/time HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\n\r\n",
        "GET /v1/time HTTP/1.1\r\nHost: a\r\nRange: bytes=0-1\r\n\r\n",
        "GET /v1/time HTTP/1.1\r\nHost : a\r\n\r\n", "GET /v1/time HTTP/1.1\r\nHost: a\r\n b\r\n\r\n",
        "GET /v1/time HTTP/1.1\r\nHost: a\r\nX: \u{1}\r\n\r\n", "GET /v1/time HTTP/1.1\r\nHost: a\r\nX: é\r\n\r\n",
        "GET /v1/time HTTP/1.1\r\nHost: a\r\nX\r\n\r\n", "GET /v1/time HTTP/1.1\r\nHost: a\r\n: x\r\n\r\n",
        "GET /v1/time HTTP/1.1\r\nHost: a\r\nIf-None-Match: *\r\n\r\n",
        "GET /v1/time HTTP/1.1\r\nHost: a\r\nIf-None-Match: W/\"a\"\r\n\r\n",
        "GET /v1/time HTTP/1.1\r\nHost: a\r\nIf-None-Match: \"a\", \"b\"\r\n\r\n",
        "GET /v1/time HTTP/1.1\r\nHost: a\r\nX: \(String(repeating: "x", count: 9000))\r\n\r\n",
    ])
    func `whatever is unusual is not`(text: String) {
        #expect(Self.plain(text) == nil)
    }

    /// The piece that is taken off must be the whole first request, for the decoder as well: else bytes that one of
    /// them takes for the end of a request would be the beginning of another for the other.
    @Test(arguments: 0..<8 as Range<UInt32>)
    func `whatever is recognised the decoder reads the same, to the byte`(seed: UInt32) throws {
        var mutant = RequestMutant(seed: seed)
        var recognised = 0
        for _ in 0..<Self.rounds {
            let bytes = mutant.next()
            guard let plain = bytes.withUnsafeBytes(PlainRequest.init) else { continue }
            recognised += 1
            let first = Array(bytes[..<plain.length])
            // After a last request the decoder wants no other.
            let requests = Self.decoded(first + (plain.isLast ? [] : Array(Self.plain.utf8)))
            let path = String(decoding: bytes[plain.path], as: UTF8.self)
            let tag = plain.knownTag.map { String(decoding: bytes[$0], as: UTF8.self) }
            let event = plain.lastEvent.map { String(decoding: bytes[$0], as: UTF8.self) }
            try #require(requests.count == (plain.isLast ? 1 : 2), "\(String(decoding: first, as: UTF8.self))")
            #expect(requests[0].uri == path)
            #expect(requests[0].method == (plain.isHead ? .HEAD : .GET))
            #expect(requests[0].headers["if-none-match"] == [tag].compactMap(\.self))
            #expect(requests[0].headers["last-event-id"] == [event].compactMap(\.self))
            #expect(requests[0].isKeepAlive != plain.isLast)
            #expect(requests.dropFirst().allSatisfy { $0.uri == "/v1/time" })
        }
        #expect(recognised > Self.rounds / 20)
    }

    private static func plain(_ text: String) -> PlainRequest? {
        Array(text.utf8).withUnsafeBytes(PlainRequest.init)
    }

    /// The heads of all requests that the decoder finds, none of which may have a body.
    private static func decoded(_ bytes: [UInt8]) -> [HTTPRequestHead] {
        let channel = EmbeddedChannel()
        defer { _ = try? channel.finish(acceptAlreadyClosed: true) }
        var heads: [HTTPRequestHead] = []
        do {
            try channel.pipeline.syncOperations.addHandler(ByteToMessageHandler(HTTPRequestDecoder()))
            try channel.writeInbound(ByteBuffer(bytes: bytes))
            while let part = try channel.readInbound(as: HTTPServerRequestPart.self) {
                switch part {
                case .head(let head): heads.append(head)
                case .body: return []
                case .end: continue
                }
            }
        } catch {
            return []
        }
        return heads
    }
}
