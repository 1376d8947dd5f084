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
