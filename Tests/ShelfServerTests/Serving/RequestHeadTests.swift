import ShelfServer
import ShelfTesting
import Testing

/// Over sockets, with the lane and without it: both refuse the same heads (RFC 9112, section 3.2).
@Suite struct `The head of a request` {
    /// What the lane would answer, and what only the router does.
    private static let paths = ["/v1/time", "/v1/stores/main/window", "/readyz", "/nowhere"]

    /// - Returns: the answer that the server gives, with its lane and without.
    private func answer(to requests: [String]) async throws -> [String] {
        let pair = try await LanePair()
        var answers: [String] = []
        try await pair.listening { compare in
            for request in requests { answers.append(try await compare([Array(request.utf8)])) }
        }
        return answers
    }

    private func expectRefusals(_ requests: [String], _ detail: String) async throws {
        for (request, answer) in zip(requests, try await answer(to: requests)) {
            #expect(answer.hasPrefix("HTTP/1.1 400 Bad Request\r\n"), "\(request): \(answer.prefix(300))")
            #expect(answer.contains("\"code\":\"bad_request\""), "\(request)")
            #expect(answer.contains("\"detail\":\"\(detail)\""), "\(request)")
        }
    }

    @Test(arguments: [
        "http://a", "https://a", "HTTP://a:80", "http://elsewhere.example", "ftp://a", "http://a@b",
    ])
    func `asks for a path, and for no whole address`(origin: String) async throws {
        try await expectRefusals(
            Self.paths.map { "GET \(origin)\($0) HTTP/1.1\r\nHost: a\r\n\r\n" },
            "Ask for a path that begins with a slash, not for a whole address.")
    }

    @Test(arguments: [
        "", "Host: a\r\nHost: a\r\n", "Host: a\r\nhost: b\r\n", "Host:\r\n", "Host: \r\n", "Host: a b\r\n",
        "Host: a/b\r\n", "Host: a,b@c\r\n", "Host: a:b\r\n", "Host: a:80:80\r\n", "Host: :80\r\n",
        "Host: [::1\r\n", "Host: [::1]b\r\n", "Host: []\r\n", "Host: a%4\r\n", "Host: \u{E9}\r\n", "Host: a#b\r\n",
        "Host: http://a\r\n", "Host: a?b\r\n",
    ])
    func `names one host`(hosts: String) async throws {
        try await expectRefusals(
            (Self.paths + ["/v1/player"]).map { "GET \($0) HTTP/1.1\r\n\(hosts)\r\n" }
                + ["POST /v1/players HTTP/1.1\r\n\(hosts)Content-Length: 2\r\n\r\n{}"],
            "Send one Host field with the server's name, and its port where it has one.")
    }

    @Test(arguments: [
        "a", "A.example:8080", "a:", "127.0.0.1:80", "[::1]:8080", "[fe80::a]", "a_b", "a%41", "a!$&'()*+,;=~", "a \t",
    ])
    func `may name it in every way that RFC 3986 has`(host: String) async throws {
        let requests = Self.paths.dropLast().map { "GET \($0) HTTP/1.1\r\nHost: \(host)\r\n\r\n" }
        for (request, answer) in zip(requests, try await answer(to: requests)) {
            #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"), "\(request): \(answer.prefix(300))")
        }
    }

    @Test(arguments: ["gzip, chunked", "gzip\r\nTransfer-Encoding: chunked"])
    func `has a body in no other coding than chunks`(coding: String) async throws {
        let body = "Transfer-Encoding: \(coding)\r\n\r\n2\r\n{}\r\n0\r\n\r\n"
        let requests = (Self.paths + ["/v1/player"]).map { "GET \($0) HTTP/1.1\r\nHost: a\r\n\(body)" }
        for (request, answer) in zip(requests, try await answer(to: requests)) {
            #expect(answer.hasPrefix("HTTP/1.1 501 Not Implemented\r\n"), "\(request): \(answer.prefix(300))")
        }
        let chunks = ["GET /readyz HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: Chunked \r\n\r\n0\r\n\r\n"]
        #expect(try await answer(to: chunks)[0].hasPrefix("HTTP/1.1 200 OK\r\n"))
    }

    @Test func `needs no host in version 1.0`() async throws {
        let requests = ["GET /v1/time HTTP/1.0\r\n\r\n", "GET /v1/time HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n"]
        let answers = try await answer(to: requests)
        #expect(answers[0].contains(" 200 OK\r\n"))
        #expect(answers[1].contains(" 400 Bad Request\r\n"))
    }

    @Test func `may have an asterisk for its target where it asks for options, and only there`() async throws {
        let answers = try await answer(
            to: ["OPTIONS", "GET"].map { "\($0) * HTTP/1.1\r\nHost: a\r\n\r\n" })
        #expect(answers[0].hasPrefix("HTTP/1.1 204 No Content\r\n"))
        #expect(answers[1].hasPrefix("HTTP/1.1 400 Bad Request\r\n"))
    }

    @Test func `is refused by itself: requests before and behind it are answered`() async throws {
        let fine = "GET /v1/time HTTP/1.1\r\nHost: a\r\n\r\n"
        let routed = "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n"
        let refused = "GET http://a/v1/time HTTP/1.1\r\nHost: a\r\n\r\n"
        for order in [[fine, refused, fine], [routed, refused, routed], [refused, refused, fine]] {
            let answer = try await answer(to: [order.joined()])[0]
            let statuses = answer.split(separator: "HTTP/1.1 ").map { $0.prefix(3) }
            #expect(statuses == order.map { $0 == refused ? "400" : "200" })
        }
    }
}
