import HummingbirdCore
import Logging
import NIOCore
import ShelfEngine

/// Answers a connection's requests on the event loop that reads them.
///
/// Changing threads and back would cost more than computing most answers.
struct ConnectionSetup: ServerChildChannel {
    let http: HTTP1Channel
    let loops: EventLoopServers
    let connectionLimits: ConnectionLimits
    let timeline: Timeline

    /// A connection, and the router's part of it once that has been added.
    struct Value: ServerChildChannelValue {
        let channel: any Channel
        let joined: EventLoopFuture<HTTP1Channel.Value?>
    }

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture {
            channel.keepLittleUnsent()
            let router = RouterPipeline(channel) { http.setup(channel: channel, logger: logger).map(Optional.some) }
            let network = Network.of(channel.remoteAddress?.ipAddress ?? "")
            if connectionLimits.admit(network) {
                let connection = ConnectionHandler(
                    loop: loops.on(channel.eventLoop), timeline: timeline, network: network, router: router,
                    onEnd: { [connectionLimits] in connectionLimits.leave(network) })
                try channel.pipeline.syncOperations.addHandler(connection)
            } else {
                router.isGone()
                channel.close(promise: nil)
            }
            return Value(channel: channel, joined: router.joined)
        }
    }

    func handle(value: Value, logger: Logger) async {
        await withTaskExecutorPreference(EventLoopTaskExecutor(value.channel.eventLoop)) {
            guard let joined = try? await value.joined.get() else { return }
            await http.handle(value: joined, logger: logger)
        }
    }
}

extension Channel {
    /// Has the system hold little of what the client hasn't been sent, whatever the line's rate is, also when many
    /// requests come at once. A small send buffer would also slow down clients that are far away.
    fileprivate func keepLittleUnsent() {
        // What isn't a socket takes no such option, and needs none.
        setOption(.tcpOption(Self.notSentLowWater), value: 128 << 10).whenFailure { _ in }
    }

    /// `TCP_NOTSENT_LOWAT` of the system's `netinet/tcp.h`.
    private static var notSentLowWater: NIOBSDSocket.Option {
        #if canImport(Darwin)
            NIOBSDSocket.Option(rawValue: 0x201)
        #else
            NIOBSDSocket.Option(rawValue: 25)
        #endif
    }
}
