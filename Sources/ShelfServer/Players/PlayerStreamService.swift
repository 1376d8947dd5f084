import ServiceLifecycle
import ShelfEngine
import ShelfModel

/// Keeps quiet player's streams open, ends those whose token has ended, and all when the server stops.
struct PlayerStreamService: NamedService {
    let news: PlayerNews
    let timeline: Timeline

    private static let commentsApart = TimeSpan.seconds(15)

    func run() async throws {
        try? await cancelWhenGracefulShutdown {
            var nextComment = timeline.now + Self.commentsApart
            while !Task.isCancelled {
                news.endOver()
                if timeline.now >= nextComment {
                    news.keepAlive()
                    nextComment = timeline.now + Self.commentsApart
                }
                try await timeline.sleep(until: timeline.now + .seconds(1))
            }
        }
        news.finish()
    }
}
