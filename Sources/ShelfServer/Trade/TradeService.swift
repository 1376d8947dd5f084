import Logging
import ServiceLifecycle
import ShelfDatabase
import ShelfModel

/// Forgets, each hour, refusals that nobody asks about any more.
struct TradeService: Service {
    let database: any TradeDatabase
    let timeline: Timeline
    let logger: Logger

    /// A repeated request is told what became of the first for at least two weeks.
    static let refusalsKept = TimeSpan.days(15)

    func run() async throws {
        try? await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                do {
                    try await database.forgetRefusals(before: timeline.now - Self.refusalsKept)
                } catch {
                    logger.error("old refusals were not removed", metadata: ["why": "\(error)"])
                }
                try await timeline.sleep(until: timeline.now + .hours(1))
            }
        }
    }
}
