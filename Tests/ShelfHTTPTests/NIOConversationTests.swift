#if canImport(NIOPosix)
    import Foundation
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
            var parts = try answered(connectedUs: 90_000, answeredUs: 95_000).makeAsyncIterator()
            #expect(try await parts.next() == .head(HTTPAnswer.Head(status: 200, etag: nil, sentUs: 90_000)))
            #expect(try await parts.next() == .body(HTTPAnswer.Piece(bytes: [1], receivedUs: 95_000)))
        }

        @Test func `a request that comes to a closed connection is given back at once`() throws {
            let channel = EmbeddedChannel(handler: NIOConversation(isSecure: false, nowUs: { 0 }))
            let (_, continuation) = AsyncThrowingStream.makeStream(of: HTTPAnswer.Part.self)
            let head = HTTPRequestHead(version: .http1_1, method: .GET, uri: "/")
            let asked = channel.writeAndFlush(
                NIOConversation.Ask(head: head, silence: .seconds(5), parts: continuation))
            #expect(throws: NIOConversation.Fault.closedUnanswered) { try asked.wait() }
        }

        @Test(arguments: [(ECONNRESET, false), (EPIPE, false), (ECONNRESET, true)])
        func `a connection that is reset has ended: it may be asked again only when none of the answer came`(
            errno: CInt, isAnswered: Bool
        ) throws {
            let channel = EmbeddedChannel(handler: NIOConversation(isSecure: false, nowUs: { 0 }))
            try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
            let (_, continuation) = AsyncThrowingStream.makeStream(of: HTTPAnswer.Part.self)
            let head = HTTPRequestHead(version: .http1_1, method: .GET, uri: "/")
            let asked = channel.eventLoop.makePromise(of: Void.self)
            channel.writeAndFlush(
                NIOConversation.Ask(head: head, silence: .seconds(5), parts: continuation), promise: asked)
            if isAnswered {
                try channel.writeInbound(HTTPClientResponsePart.head(HTTPResponseHead(version: .http1_1, status: .ok)))
            }
            channel.pipeline.fireErrorCaught(IOError(errnoCode: errno, reason: "read"))
            let fault = isAnswered ? NIOConversation.Fault.brokenOff : .closedUnanswered
            #expect(throws: fault) { try asked.futureResult.wait() }
        }

        @Test func `a connection that ends in the handshake says so, also to a request that comes too late`() throws {
            let loop = EmbeddedEventLoop()
            let opened = loop.makePromise(of: Void.self)
            let channel = EmbeddedChannel(
                handler: NIOConversation(isSecure: true, opened: opened, nowUs: { 0 }), loop: loop)
            try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
            try channel.close().wait()
            loop.run()
            #expect(throws: NIOConversation.Fault.closedInHandshake) { try opened.futureResult.wait() }
        }

        @Test func `the reason for which the handshake failed is kept`() throws {
            let loop = EmbeddedEventLoop()
            let opened = loop.makePromise(of: Void.self)
            let channel = EmbeddedChannel(
                handler: NIOConversation(isSecure: true, opened: opened, nowUs: { 0 }), loop: loop)
            try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
            channel.pipeline.fireErrorCaught(ChannelError.inputClosed)
            loop.run()
            #expect(throws: ChannelError.inputClosed) { try opened.futureResult.wait() }
        }

        private func answered(connectedUs: Int64, answeredUs: Int64) throws -> AsyncThrowingStream<
            HTTPAnswer.Part, any Error
        > {
            let clock = Mutex<Int64>(0)
            let channel = EmbeddedChannel(
                handler: NIOConversation(isSecure: true, nowUs: { clock.withLock { $0 } }))
            try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
            let (parts, continuation) = AsyncThrowingStream.makeStream(of: HTTPAnswer.Part.self)
            let head = HTTPRequestHead(version: .http1_1, method: .GET, uri: "/")
            channel.writeAndFlush(
                NIOConversation.Ask(head: head, silence: .seconds(5), parts: continuation), promise: nil)
            #expect(try channel.readOutbound(as: HTTPClientRequestPart.self) == nil)

            clock.withLock { $0 = connectedUs }
            channel.pipeline.fireUserInboundEventTriggered(TLSUserEvent.handshakeCompleted(negotiatedProtocol: nil))
            #expect(try channel.readOutbound(as: HTTPClientRequestPart.self) == .head(head))

            try channel.writeInbound(HTTPClientResponsePart.head(HTTPResponseHead(version: .http1_1, status: .ok)))
            clock.withLock { $0 = answeredUs }
            try channel.writeInbound(HTTPClientResponsePart.body(ByteBuffer(bytes: [1])))
            return parts
        }
    }
#endif
