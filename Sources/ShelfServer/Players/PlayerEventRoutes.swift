import HTTPTypes
import Hummingbird
import NIOCore
import ServiceLifecycle
import ShelfEngine
import ShelfModel
import ShelfWire
import Synchronization

/// The stream that tells a player's devices what has happened to the player. ``PlayerStreams`` serves those that the
/// lane takes.
struct PlayerEventRoutes: GatedRoutes {
    let news: PlayerNews

    func add(to router: GatedRouter) {
        router.on(.playerEvents) { caller, _ in
            let last = caller.call.lastEvent.flatMap(news.number)
            return stream(PlayerTold(player: caller.player, number: last), until: caller.end)
        }
    }

    private func stream(_ told: PlayerTold, until end: Instant) -> Response {
        let body = ResponseBody { writer in
            var told = told
            let wakes = Wakes()
            // Before the first reading, so that nothing happens unseen in between.
            let watch = news.watch(told.player, until: end) { wakes.add($0) }
            defer { news.end(watch) }
            let first = try await news.read(&told).map(PlayerEventText.of).joined()
            try await writer.write(ByteBuffer(string: PlayerEventText.beginning() + first))
            // A stopping server waits for all running answers, and this stream would never end by itself.
            for await _ in wakes.all.cancelOnGracefulShutdown() {
                let text =
                    wakes.takeNews()
                    ? try await news.read(&told).map(PlayerEventText.of).joined() : PlayerEventText.comment
                if !text.isEmpty { try await writer.write(ByteBuffer(string: text)) }
            }
            try await writer.finish(nil)
        }
        return Response(status: .ok, headers: AnswerFields.stream, body: body)
    }
}

/// The wakes of a watch, for a task. Those that come while one is being handled count as one.
private final class Wakes: Sendable {
    let all: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation
    private let hasNews = Mutex(false)

    init() {
        (all, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    func add(_ wake: PlayerWatch.Wake) {
        guard wake != .end else { return continuation.finish() }
        if wake == .news { hasNews.withLock { $0 = true } }
        continuation.yield()
    }

    /// - Returns: whether something may have happened since this was asked last. If not, the wake only keeps the
    ///   connection open.
    func takeNews() -> Bool {
        hasNews.withLock { hasNews in
            defer { hasNews = false }
            return hasNews
        }
    }
}
