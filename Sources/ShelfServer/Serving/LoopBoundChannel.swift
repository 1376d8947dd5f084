import HummingbirdCore
import Logging
import NIOCore

/// Answers a connection's requests on the event loop that reads them.
///
/// From one thread to another and back costs more than most answers do.
struct LoopBoundChannel: ServerChildChannel {
    let http: HTTP1Channel
    let loops: ServingLoops
    let doorkeeper: Doorkeeper
    let timeline: Timeline

    /// A connection, and what the router serves of it once it has come so far.
    struct Value: ServerChildChannelValue {
        let channel: any Channel
        let joined: EventLoopFuture<HTTP1Channel.Value?>
    }

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture {
            let router = RouterSide(channel) { http.setup(channel: channel, logger: logger).map(Optional.some) }
            let network = Network.of(channel.remoteAddress?.ipAddress ?? "")
            if doorkeeper.admit(network) {
                let connection = ConnectionHandler(
                    loop: loops.on(channel.eventLoop), timeline: timeline, router: router,
                    onEnd: { [doorkeeper] in doorkeeper.leave(network) })
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
