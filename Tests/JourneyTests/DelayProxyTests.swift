import NIOCore
import NIOPosix
import ShelfTesting
import Testing

/// The proxy that the runs over real sockets rest on, over real sockets.
struct DelayProxyTests {
    @Test func `each way takes its own time`() async throws {
        try await withLink(up: LinkShape(delayUs: 40_000), down: LinkShape(delayUs: 10_000)) { link in
            try await Self.connect(to: link.port) { words, say in
                var (up, down) = (Int64.max, Int64.max)
                for _ in 0..<10 {
                    let sentUs = nowUs()
                    try await say.write(ByteBuffer(string: "?"))
                    let stampUs = try #require(try await words.next()?.getInteger(at: 0, as: Int64.self))
                    (up, down) = (min(up, stampUs - sentUs), min(down, nowUs() - stampUs))
                }
                #expect(up >= 40_000)
                #expect(down >= 10_000)
            }
        }
    }

    @Test func `what is sent stays in its order, however it is shaken`() async throws {
        let shaken = LinkShape(delayUs: 1_000, jitterUs: 20_000)
        try await withLink(up: shaken, down: shaken) { link in
            try await Self.connect(to: link.port) { words, say in
                let sent = (0..<100).map(UInt8.init)
                for byte in sent {
                    try await say.write(ByteBuffer(bytes: [byte]))
                    try await Task.sleep(for: .milliseconds(1))
                }
                var answers = ByteBuffer()
                while Self.echoed(in: answers).count < sent.count, let piece = try await words.next() {
                    answers.writeImmutableBuffer(piece)
                }
                #expect(Self.echoed(in: answers) == sent)
            }
        }
    }

    @Test func `a cut link is silent, and what was said meanwhile arrives once it is restored`() async throws {
        let short = LinkShape(delayUs: 1_000)
        try await withLink(up: short, down: short) { link in
            try await Self.connect(to: link.port) { words, say in
                try await link.cut(.silent)
                let cutUs = nowUs()
                try await say.write(ByteBuffer(string: "?"))
                try await Task.sleep(for: .milliseconds(60))
                try await link.restore()
                let stampUs = try #require(try await words.next()?.getInteger(at: 0, as: Int64.self))
                #expect(stampUs - cutUs >= 60_000)
            }
        }
    }

    @Test func `a link can be cut so that connections end, and new ones at once, until it is restored`() async throws {
        let short = LinkShape(delayUs: 1_000)
        try await withLink(up: short, down: short) { link in
            try await Self.connect(to: link.port) { words, say in
                try await say.write(ByteBuffer(string: "?"))
                #expect(try await words.next() != nil)
                try await link.cut(.closed)
                #expect(await Self.isOver(&words))
            }
            try await Self.connect(to: link.port) { words, _ in #expect(await Self.isOver(&words)) }
            try await link.restore()
            try await Self.connect(to: link.port) { words, say in
                try await say.write(ByteBuffer(string: "?"))
                #expect(try await words.next() != nil)
            }
        }
    }

    @Test func `what is sent at once waits for what was sent before at the narrowest place`() {
        var way = LinkDirection(LinkShape(delayUs: 5_000, bytesPerSecond: 1_000_000), seed: 1)
        #expect(way.arrivalUs(of: 10_000, sentUs: 0) == 15_000)
        #expect(way.arrivalUs(of: 1_000, sentUs: 4_000) == 16_000)
        #expect(way.arrivalUs(of: 1_000, sentUs: 50_000) == 56_000)
    }

    private typealias Words = NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator
    private typealias Say = NIOAsyncChannelOutboundWriter<ByteBuffer>

    private func withLink(up: LinkShape, down: LinkShape, _ body: (ProxiedLink) async throws -> Void) async throws {
        let server = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(Stamper()) }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        let proxy = DelayProxy(to: server.localAddress?.port ?? 0)
        let link = try await proxy.open(up: up, down: down)
        try await body(link)
        try await proxy.stop()
        try await server.close()
    }

    private static func connect(to port: Int, _ body: (inout Words, Say) async throws -> Void) async throws {
        let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
        try? await channel.channel.setOption(.tcpOption(.tcp_nodelay), value: 1).get()
        try await channel.executeThenClose { inbound, outbound in
            var words = inbound.makeAsyncIterator()
            try await body(&words, outbound)
        }
    }

    private static func isOver(_ words: inout Words) async -> Bool {
        ((try? await words.next()) ?? nil) == nil
    }

    /// Without the stamps, of which there may be several in one piece.
    private static func echoed(in piece: ByteBuffer) -> [UInt8] {
        var (rest, bytes) = (piece, [UInt8]())
        while rest.readInteger(as: Int64.self) != nil, let count = rest.readInteger(as: Int64.self) {
            bytes += rest.readBytes(length: Int(count)) ?? []
        }
        return bytes
    }
}

/// Answers each piece with the time at which it came, its length and itself.
private final class Stamper: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var (piece, answer) = (unwrapInboundIn(data), context.channel.allocator.buffer(capacity: 64))
        answer.writeInteger(nowUs())
        answer.writeInteger(Int64(piece.readableBytes))
        answer.writeBuffer(&piece)
        context.writeAndFlush(wrapOutboundOut(answer), promise: nil)
    }
}

private func nowUs() -> Int64 { Int64(NIODeadline.now().uptimeNanoseconds / 1000) }
