import Foundation
import NIOCore
import NIOPosix
package import ShelfServer

/// A server that listens on loopback, with the fast lane or without it.
package struct Listener: Sendable {
    package let port: Int

    /// Runs `body` while a server listens.
    package static func listening(
        _ server: ShelfServer, hasLane: Bool, _ body: (Listener) async throws -> Void
    ) async throws {
        let (ports, port) = AsyncStream<Int>.makeStream()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                // A server that can't listen gives no port, and its error is thrown below.
                defer { port.finish() }
                try await server.listen(hasLane: hasLane) { port.yield($0) }
            }
            guard let port = await ports.first(where: { _ in true }) else { return try await group.waitForAll() }
            try await body(Listener(port: port))
            group.cancelAll()
            try? await group.waitForAll()
        }
    }

    /// Sends `pieces` one after the other, closes the connection's sending side, and reads the answer to its end.
    ///
    /// - Throws: when the answer isn't complete within ten seconds.
    package func talk(_ pieces: [[UInt8]]) async throws -> [UInt8] {
        try await connected { inbound, outbound, _ in
            for piece in pieces { try? await outbound.write(ByteBuffer(bytes: piece)) }
            outbound.finish()
            var heard: [UInt8] = []
            do {
                for try await bytes in inbound { heard += bytes.readableBytesView }
            } catch is IOError {
                // The server has closed the connection while the client was still sending.
            }
            return heard
        }
    }

    /// Sends `pieces` one after the other and closes the connection without waiting for an answer.
    ///
    /// - Parameter isAbrupt: whether the connection is reset (RFC 9293, section 3.5.2) rather than ended.
    package func hangUp(after pieces: [String], isAbrupt: Bool) async throws {
        try await connected { _, outbound, channel in
            for piece in pieces { try await outbound.write(ByteBuffer(string: piece)) }
            if isAbrupt, let socket = channel as? any SocketOptionProvider {
                try await socket.setSoLinger(linger(l_onoff: 1, l_linger: 0)).get()
            }
            try await channel.close()
        }
    }

    /// Sends a request and lets `body` read the answer. Then the connection is closed.
    package func hear(_ request: String, _ body: (inout ConnectionReader) async throws -> Void) async throws {
        try await hear([request], body)
    }

    /// Sends `pieces` one after the other and lets `body` read the answer. Then the connection is closed.
    package func hear(_ pieces: [String], _ body: (inout ConnectionReader) async throws -> Void) async throws {
        try await connected { inbound, outbound, _ in
            for piece in pieces { try await outbound.write(ByteBuffer(string: piece)) }
            var hearing = ConnectionReader(inbound.makeAsyncIterator(), outbound)
            try await body(&hearing)
        }
    }

    private func connected<Result: Sendable>(
        _ body: (
            NIOAsyncChannelInboundStream<ByteBuffer>, NIOAsyncChannelOutboundWriter<ByteBuffer>, any Channel
        ) async throws -> Result
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
        return try await channel.executeThenClose { try await body($0, $1, channel.channel) }
    }
}
