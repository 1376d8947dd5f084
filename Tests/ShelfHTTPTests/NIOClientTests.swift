#if canImport(NIOPosix)
    import Foundation
    import NIOCore
    import NIOHTTP1
    import NIOPosix
    import NIOSSL
    import ShelfHTTP
    import ShelfTesting
    import Testing

    @Suite struct `A client on SwiftNIO` {
        @Test(arguments: HTTPClientContract.allCases)
        func `keeps what every client promises`(_ promise: HTTPClientContract) async throws {
            try await promise.check { NIOClient(server: $0, nowUs: nowUs) }
        }

        @Test func `gives a server up that is silent for too long`() async throws {
            let server = try LoopbackServer()
            defer { server.stop() }
            server.reply(to: "/never", with: .init(ending: .open))
            let client = NIOClient(server: server.url, nowUs: nowUs)
            await #expect(throws: HTTPError.silent(seconds: 0)) {
                try await client.answer(to: .get("/never", silence: 0), bytesAtMost: 1)
            }
        }

        @Test func `sends again over another connection only what may reach the server twice`() async throws {
            let server = try LoopbackServer()
            defer { server.stop() }
            server.reply(to: "/a", with: .init())
            server.reply(to: "/mute", with: .init(ending: .unanswered))
            let client = NIOClient(server: server.url, nowUs: nowUs)
            for (isRepeatable, times) in [(true, 2), (false, 1)] {
                _ = try await client.answer(to: .get("/a", silence: 10), bytesAtMost: 1)
                let before = server.requests.count
                await #expect(throws: HTTPError.self) {
                    try await client.answer(
                        to: .post("/mute", json: [1], silence: 10, isRepeatable: isRepeatable), bytesAtMost: 1)
                }
                #expect(server.requests.count - before == times)
            }
        }

        @Test func `speaks with a server over TLS when its certificate is good, and else with none`() async throws {
            try await withSecureServer { port in
                let trust = NIOSSLTrustRoots.certificates([try TestCertificate.certificate()])
                let secure = try #require(URL(string: "https://localhost:\(port)"))
                let client = NIOClient(server: secure, nowUs: nowUs, trust: trust)
                #expect(try await client.answer(to: .get("/", silence: 10), bytesAtMost: 10).body == Array("safe".utf8))

                let stranger = NIOClient(server: secure, nowUs: nowUs)
                await #expect(throws: HTTPError.self) {
                    try await stranger.answer(to: .get("/", silence: 10), bytesAtMost: 10)
                }
                let otherName = try #require(URL(string: "https://127.0.0.1:\(port)"))
                let misled = NIOClient(server: otherName, nowUs: nowUs, trust: trust)
                await #expect(throws: HTTPError.self) {
                    try await misled.answer(to: .get("/", silence: 10), bytesAtMost: 10)
                }
            }
        }

        private func withSecureServer(_ body: (Int) async throws -> Void) async throws {
            let tls = try NIOSSLContext(
                configuration: .makeServerConfiguration(
                    certificateChain: [.certificate(TestCertificate.certificate())],
                    privateKey: .privateKey(TestCertificate.privateKey())))
            let server = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
                .childChannelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        let pipeline = channel.pipeline.syncOperations
                        try pipeline.addHandler(NIOSSLServerHandler(context: tls))
                        try pipeline.configureHTTPServerPipeline()
                        try pipeline.addHandler(Answering())
                    }
                }
                .bind(host: "localhost", port: 0).get()
            try await body(server.localAddress?.port ?? 0)
            try await server.close()
        }
    }

    /// Says one word to every request.
    private final class Answering: ChannelInboundHandler {
        typealias InboundIn = HTTPServerRequestPart
        typealias OutboundOut = HTTPServerResponsePart

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            guard case .end = unwrapInboundIn(data) else { return }
            let head = HTTPResponseHead(version: .http1_1, status: .ok, headers: ["Content-Length": "4"])
            context.write(wrapOutboundOut(.head(head)), promise: nil)
            context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: "safe")))), promise: nil)
            context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        }
    }
#endif
