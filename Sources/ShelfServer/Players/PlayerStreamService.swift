import ServiceLifecycle
import ShelfEngine
import ShelfModel

/// Keeps quiet player's streams open, ends those whose token has ended, and all when the server stops.
struct PlayerStreamService: NamedService {
    let news: PlayerNews
    let timeline: Timeline

    func run() async throws {
        try? await cancelWhenGracefulShutdown {
            var lot = 0
            while !Task.isCancelled {
                news.endOver()
                news.keepAlive(lot: lot)
                lot = (lot + 1) % PlayerWatch.lots
                try await timeline.sleep(until: timeline.now + .seconds(1))
            }
        }
        news.finish()
    }
}
