import NIOCore
import ShelfEngine
import ShelfModel
import ShelfServer
import ShelfTesting
import Testing

/// Key streams over a socket, with the lane and without it.
@Suite struct `A key stream over a connection` {
    private static let request = "GET /v1/stores/main/keys HTTP/1.1\r\nHost: a\r\n"

    @Test(arguments: [true, false])
    func `begins with the newest key, goes on with each that is released, and ends with the server`(
        hasLane: Bool
    ) async throws {
        let pair = try await LanePair()
        let server = pair.server
        let known = try pair.path("{released}").replacing("/", with: ".")
        try await Listener.listening(server.server, hasLane: hasLane) { listener in
            try await listener.hear("\(Self.request)\r\n") { line in
                let firstEvents = try await line.until("\n\n\r\n")
                #expect(firstEvents.hasPrefix("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"))
                #expect(firstEvents.contains("\r\ntransfer-encoding: chunked\r\n\r\n"))
                #expect(firstEvents.contains("\nid: \(known)\n"))
                let next = try #require(server.engine.releaser.next(after: server.time.now))
                await server.advance(to: next)
                #expect(try await line.until("\n\n\r\n").contains("event: key\nid: "))
                server.server.streams.finish()
                #expect(try await line.until("0\r\n\r\n") == "0\r\n\r\n")
            }
        }
    }

    @Test(arguments: [true, false])
    func `has no chunks for a client of version 1.0, which learns of its end by the connection's`(
        hasLane: Bool
    ) async throws {
        let pair = try await LanePair()
        try await Listener.listening(pair.server.server, hasLane: hasLane) { listener in
            try await listener.hear("GET /v1/stores/main/keys HTTP/1.0\r\n\r\n") { line in
                let head = try await line.until("\r\n\r\n").lowercased()
                #expect(head.hasPrefix("http/1.0 200 ok\r\n") && head.contains("\r\nconnection: close\r\n"))
                #expect(!head.contains("transfer-encoding") && !head.contains("content-length"))
                #expect(try await line.until("\n\n").hasPrefix("retry: "))
                #expect(try await line.until("\n\n").contains("event: key\n"))
                #expect(try await line.until("\n\n").hasPrefix("event: stores\n"))
                pair.server.server.streams.finish()
                let error = await #expect(throws: ConnectionReader.Ended.self) { _ = try await line.until("more") }
                #expect(error?.heard.isEmpty == true)
            }
        }
    }

    @Test(arguments: [true, false])
    func `doesn't say again what was the last to arrive`(hasLane: Bool) async throws {
        let pair = try await LanePair()
        let known = try pair.path("{released}").replacing("/", with: ".")
        try await Listener.listening(pair.server.server, hasLane: hasLane) { listener in
            for (last, isSaid) in [(known, false), ("another.1", true)] {
                try await listener.hear("\(Self.request)Last-Event-ID: \(last)\r\n\r\n") { line in
                    let firstEvents = try await line.until("\n\n\r\n")
                    #expect(firstEvents.contains("retry: "))
                    #expect(firstEvents.contains("id: ") == isSaid)
                }
            }
        }
    }

    @Test func `is asked for again at another time by each of a crowd`() async throws {
        let pair = try await LanePair()
        try await Listener.listening(pair.server.server, hasLane: true) { listener in
            var times: Set<Substring> = []
            for _ in 0..<8 {
                try await listener.hear("\(Self.request)\r\n") { line in
                    let firstEvents = try await line.until("\n\n")
                    times.insert(try #require(firstEvents.firstMatch(of: /retry: ([1-4][0-9]{3})\n/)).1)
                }
            }
            #expect(times.count > 1)
        }
    }

    @Test(arguments: [1, 4])
    func `is the last answer of its connection, whatever is asked behind it`(cut: Int) async throws {
        let pair = try await LanePair()
        let streams = pair.server.server.streams
        let others = "GET /v1/stores/bazaar/keys HTTP/1.1\r\nHost: a\r\n\r\nGET /v1/time HTTP/1.1\r\nHost: a\r\n\r\n"
        let all = "\(Self.request)\r\n\(Self.request)\r\n\(others)"
        try await Listener.listening(pair.server.server, hasLane: true) { listener in
            try await listener.hear([String(all.prefix(cut)), String(all.dropFirst(cut))]) { line in
                _ = try await line.until("\n\n\r\n")
                #expect(streams.count == 1)
                streams.keepAlive()
                let next = try await line.until(":\n\n\r\n")
                #expect(next == "3\r\n:\n\n\r\n")
            }
        }
        #expect(streams.count == 0)
    }

    @Test func `is counted while it is open`() async throws {
        let pair = try await LanePair()
        let streams = pair.server.server.streams
        try await Listener.listening(pair.server.server, hasLane: true) { listener in
            try await listener.hear("\(Self.request)\r\n") { line in
                _ = try await line.until("\n\n")
                #expect(streams.count == 1)
            }
        }
        #expect(streams.count == 0)
    }
}
