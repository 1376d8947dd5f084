import NIOCore
import NIOPosix
import ShelfConfiguration
import ShelfServer
import Synchronization
import Testing

@Suite struct `A look for free ports` {
    private static let group = MultiThreadedEventLoopGroup.singleton

    @Test func `keeps nobody waiting who connects meanwhile`() async throws {
        let port = try await Self.freePort()
        let settings = Settings(server: ServerSettings(port: port))
        let clients = Task {
            var connected: [any Channel] = []
            while !Task.isCancelled {
                let client = ClientBootstrap(group: Self.group)
                if let channel = try? await client.connect(host: "127.0.0.1", port: port).get() {
                    connected.append(channel)
                }
            }
            return connected
        }
        for _ in 0..<300 { try await FreePorts.check(settings) }
        clients.cancel()
        let connected = await clients.value
        #expect(!connected.isEmpty)
        // A connection that was being made while the port was closed is ended only once its client sends something.
        for channel in connected { channel.writeAndFlush(ByteBuffer(string: "GET / HTTP/1.1\r\n\r\n"), promise: nil) }
        // Who is kept waiting would wait for ever, and this test with them.
        let held = Mutex(0)
        let patience = Self.group.any().scheduleTask(in: .seconds(10)) {
            for channel in connected where channel.isActive {
                held.withLock { $0 += 1 }
                channel.close(promise: nil)
            }
        }
        for channel in connected { try await channel.closeFuture.get() }
        patience.cancel()
        #expect(held.withLock(\.self) == 0)
    }

    @Test func `finds the port that another server has`() async throws {
        let server = try await ServerBootstrap(group: Self.group).bind(host: "127.0.0.1", port: 0).get()
        let port = try #require(server.localAddress?.port)
        await #expect(throws: ListenError.self) {
            try await FreePorts.check(Settings(server: ServerSettings(port: port)))
        }
        try await server.close()
    }

    /// Below the ports that the system gives to clients: one of those could connect to itself.
    private static func freePort() async throws -> Int {
        for port in (20_000..<30_000).shuffled() {
            guard let server = try? await ServerBootstrap(group: group).bind(host: "127.0.0.1", port: port).get() else {
                continue
            }
            try await server.close()
            return port
        }
        throw CancellationError()
    }
}
