import HTTPTypes
import NIOCore
import NIOEmbedded
import ShelfDatabase
import ShelfModel
import ShelfServer
import ShelfTesting
import ShelfWire
import Synchronization
import Testing

@Suite struct `Heavy work over the routes` {
    private static let content = "/v1/admin/content"

    private static func files(title: String) -> [ContentFileMessage] {
        let rows = (1...60).map { "item-\($0),Item \($0),set,2020-01-01,1,,\r\n" }.joined()
        let yaml = "title: \(title)\ncatalogue: [items.csv]\nstores:\n  - {id: main, positions: 4}\n"
        return [
            ContentFileMessage(path: "items.csv", text: "id,name,set,released,price,edition,glyph\r\n\(rows)"),
            ContentFileMessage(path: "content.yaml", text: yaml),
        ]
    }

    private func publish(_ server: VirtualServer, title: String) async throws -> InProcessClient.Answer {
        try await server.postAsAdmin(
            Self.content + "/versions",
            ContentPublicationRequest(files: Self.files(title: title), reason: "", base: 0, over: .max), key: nil)
    }

    @Test func `is refused when no place is free, while publishing and light requests are still answered`() async throws
    {
        let (server, _) = try await VirtualServer.withAdmins(others: ["b", "c"])
        #expect(try await publish(server, title: "One").status == 200)
        func unread(
            _ token: String, _ path: String = "/versions/1/files"
        ) async throws -> InProcessClient.UnreadAnswer {
            try await server.client.unread(
                Self.content + path, headers: VirtualServer.adminHeaders(key: nil, token: token))
        }
        var ours = [try await unread("boss"), try await unread("boss", "/items")]
        let third = try await server.askAsAdmin(Self.content + "/versions/1/files")
        #expect(third.status == 429 && third.headers[.retryAfter] == "2")
        let others = [try await unread("b"), try await unread("b", "/items")]
        #expect((ours + others).map(\.status) == [200, 200, 200, 200])
        #expect(try await unread("c").status == 429)
        #expect(try await server.askAsAdmin(Self.content + "/versions").status == 200)
        #expect(try await publish(server, title: "Two").status == 200)
        ours.removeAll()
        #expect(try await unread("c").status == 200)
        let refused = try await server.database.auditLog(before: nil, limit: 20).filter { $0.status == 429 }
        #expect(refused.map(\.by) == ["c", "anna"])
        withExtendedLifetime(others) {}
    }

    @Test func `gives its place back when it is refused`() async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        for _ in 0..<5 {
            #expect(try await server.askAsAdmin(Self.content + "/versions/7/files").status == 404)
            #expect(try await server.askAsAdmin("/v1/admin/future/main?hours=x").status == 400)
            #expect(try await publish(server, title: "[").status == 422)
            let foreign: HTTPFields = [.authorization: "Bearer boss", .contentType: "text/plain"]
            let answer = try await server.client.send(
                Self.content + "/versions", method: .post, headers: foreign, body: [])
            #expect(answer.status == 415)
        }
        #expect(try await publish(server, title: "One").status == 200)
    }

    @Test(arguments: [ChannelEvent.inputClosed, nil])
    func `hears that its client has gone`(event: ChannelEvent?) async throws {
        let pair = try await LanePair()
        let channel = EmbeddedChannel()
        channel.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 1), promise: nil)
        try pair.server.server.attach(to: channel)
        let context = ShelfRequestContext(on: channel)
        let (former, latest) = (Calls(), Calls())
        context.whenClientGoes { former.count.withLock { $0 += 1 } }
        context.whenClientGoes { latest.count.withLock { $0 += 1 } }
        channel.embeddedEventLoop.run()
        #expect(latest.count.withLock(\.self) == 0)
        if let event { channel.pipeline.fireUserInboundEventTriggered(event) }
        _ = try channel.finish(acceptAlreadyClosed: true)
        #expect(former.count.withLock(\.self) == 0 && latest.count.withLock(\.self) == 1)
    }

    private final class Calls: Sendable {
        let count = Mutex(0)
    }
}
