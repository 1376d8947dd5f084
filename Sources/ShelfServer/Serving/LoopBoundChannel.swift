import HummingbirdCore
import Logging
import NIOCore

/// Answers a connection's requests on the event loop that reads them.
///
/// From one thread to another and back costs more than most answers do.
struct LoopBoundChannel: ServerChildChannel {
    private let http: HTTP1Channel

    static let server = HTTPServerBuilder { LoopBoundChannel(http: HTTP1Channel(responder: $0)) }

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<HTTP1Channel.Value> {
        http.setup(channel: channel, logger: logger)
    }

    func handle(value: HTTP1Channel.Value, logger: Logger) async {
        await withTaskExecutorPreference(EventLoopTaskExecutor(value.channel.eventLoop)) {
            await http.handle(value: value, logger: logger)
        }
    }
}
