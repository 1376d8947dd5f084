package import Logging
import ServiceLifecycle
package import ShelfDatabase
package import ShelfEngine
import ShelfModel

/// Closes each hour for the numbers, soon after it has ended.
///
/// After a longer absence, or when the database comes from a version without numbers, there are many hours to close.
/// They are closed a few at a time, so that the server has its processors for the players.
package struct HourClosing: Service {
    private let database: any NumbersDatabase
    private let timeline: Timeline
    private let logger: Logger

    private static let atOnce = 24
    private static let pause = TimeSpan.seconds(1)

    package init(database: any NumbersDatabase, timeline: Timeline, logger: Logger) {
        self.database = database
        self.timeline = timeline
        self.logger = logger
    }

    package func run() async throws {
        try? await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                let isMore = await closeHours()
                let now = timeline.earliest
                let next = now.floored(to: ClosedHours.length) + ClosedHours.length + ClosedHours.delay
                try await timeline.sleep(until: isMore ? now + Self.pause : next)
            }
        }
    }

    /// Closes the hours that are due, a day's at most.
    ///
    /// - Returns: whether there may be more. After a failure there are none, and the next hour brings another try.
    @discardableResult
    package func closeHours() async -> Bool {
        do {
            for _ in 0..<Self.atOnce {
                guard try await database.closeHour(now: timeline.earliest) else { return false }
            }
            return true
        } catch is CancellationError {
            // The server stops, and the next start does it.
        } catch {
            logger.error("an hour's numbers were not stored", metadata: ["why": "\(error)"])
        }
        return false
    }
}
