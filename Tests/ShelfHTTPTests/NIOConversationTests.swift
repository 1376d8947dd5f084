#if canImport(NIOPosix)
    import NIOCore
    import NIOEmbedded
    import NIOHTTP1
    import NIOTLS
    import ShelfHTTP
    import Synchronization
    import Testing

    @Suite struct `A conversation over one connection` {
        @Test func `a request is stamped when it is written, and on a secure connection that is after the handshake`()
            async throws
        {
            let parts = try answered(connectedUs: 90_000, answeredUs: 95_000)
            let head = try #require(await parts.first { _ in true })
            #expect(head == .head(HTTPAnswer.Head(status: 200, etag: nil, sentUs: 90_000, receivedUs: 95_000)))
        }

        private func answered(connectedUs: Int64, answeredUs: Int64) throws -> AsyncThrowingStream<
            HTTPAnswer.Part, any Error
        > {
            let clock = Mutex<Int64>(0)
            let channel = EmbeddedChannel(
                handler: NIOConversation(isSecure: true, nowUs: { clock.withLock { $0 } }))
            let (parts, continuation) = AsyncThrowingStream.makeStream(of: HTTPAnswer.Part.self)
            let head = HTTPRequestHead(version: .http1_1, method: .GET, uri: "/")
            channel.writeAndFlush(
                NIOConversation.Ask(head: head, silence: .seconds(5), parts: continuation), promise: nil)
            #expect(try channel.readOutbound(as: HTTPClientRequestPart.self) == nil)

            clock.withLock { $0 = connectedUs }
            channel.pipeline.fireUserInboundEventTriggered(TLSUserEvent.handshakeCompleted(negotiatedProtocol: nil))
            #expect(try channel.readOutbound(as: HTTPClientRequestPart.self) == .head(head))

            clock.withLock { $0 = answeredUs }
            try channel.writeInbound(HTTPClientResponsePart.head(HTTPResponseHead(version: .http1_1, status: .ok)))
            return parts
        }
    }
#endif
