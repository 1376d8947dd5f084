import NIOCore
import NIOPosix
package import ShelfServer

/// A server that listens on loopback, with the fast lane or without it.
package struct Listener: Sendable {
    package let port: Int

    /// Listens as long as `body` runs.
    package static func listening(
        _ server: ShelfServer, hasLane: Bool, _ body: (Listener) async throws -> Void
    ) async throws {
        let (ports, port) = AsyncStream<Int>.makeStream()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await server.listen(hasLane: hasLane) { port.yield($0) } }
            for await port in ports {
                try await body(Listener(port: port))
                break
            }
            group.cancelAll()
            try? await group.waitForAll()
        }
    }

    /// Says `pieces` one after the other, then that there are no more, and hears what is answered until the end.
    ///
    /// - Throws: when no answer or end comes for ten seconds.
    package func talk(_ pieces: [[UInt8]]) async throws -> [UInt8] {
        try await connected { inbound, outbound in
            for piece in pieces { try? await outbound.write(ByteBuffer(bytes: piece)) }
            outbound.finish()
            var heard: [UInt8] = []
            do {
                for try await bytes in inbound { heard += bytes.readableBytesView }
            } catch is IOError {
                // A server that hangs up while it is still being talked to.
            }
            return heard
        }
    }

    package func hear(_ request: String, _ body: (inout Hearing) async throws -> Void) async throws {
        try await hear([request], body)
    }

    /// Says `pieces`, one after the other, and hears the answer piece by piece; hangs up when `body` is done.
    package func hear(_ pieces: [String], _ body: (inout Hearing) async throws -> Void) async throws {
        try await connected { inbound, outbound in
            for piece in pieces { try await outbound.write(ByteBuffer(string: piece)) }
            var hearing = Hearing(inbound.makeAsyncIterator())
            try await body(&hearing)
        }
    }

    private func connected<Result: Sendable>(
        _ body: (NIOAsyncChannelInboundStream<ByteBuffer>, NIOAsyncChannelOutboundWriter<ByteBuffer>) async throws ->
            Result
    ) async throws -> Result {
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .channelOption(ChannelOptions.allowRemoteHalfClosure, value: true)
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(
                        wrappingChannelSynchronously: channel,
                        configuration: .init(isOutboundHalfClosureEnabled: true))
                }
            }
        let late = channel.channel.eventLoop.scheduleTask(in: .seconds(10)) { channel.channel.close(promise: nil) }
        defer { late.cancel() }
        return try await channel.executeThenClose(body)
    }
}
