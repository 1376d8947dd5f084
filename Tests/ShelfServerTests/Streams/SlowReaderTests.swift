import NIOCore
import NIOEmbedded
import ShelfEngine
import ShelfModel
import ShelfServer
import ShelfTesting
import Testing

@Suite struct `A key stream whose reader takes nothing` {
    private static let request = ByteBuffer(string: "GET /v1/stores/main/keys HTTP/1.1\r\nHost: a\r\n\r\n")

    @Test(arguments: [true, false])
    func `is ended with the next key, and counted`(isTaken: Bool) async throws {
        let pair = try await LanePair()
        let server = pair.server
        let channel = EmbeddedChannel()
        channel.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 1), promise: nil)
        try server.server.attach(to: channel)
        try channel.writeInbound(Self.request)
        #expect(server.server.streams.count == 1)
        channel.isWritable = isTaken
        channel.pipeline.fireChannelWritabilityChanged()
        let next = try #require(server.engine.releaser.next(after: server.time.now))
        await server.advance(to: next)
        channel.embeddedEventLoop.run()
        #expect(channel.isActive == isTaken)
        #expect(server.server.streams.count == (isTaken ? 1 : 0))
        let metrics = try await server.client.send("/metrics").text
        #expect(metrics.contains("{reason=\"slow reader\"} \(isTaken ? 0 : 1)\n"))
        _ = try channel.finish(acceptAlreadyClosed: true)
    }
}
