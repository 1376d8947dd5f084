package import Logging
import ServiceLifecycle
package import ShelfDatabase
package import ShelfEngine
package import ShelfModel

/// Closes each hour for the numbers, soon after it has ended.
///
/// After a longer absence, or when the database comes from a version without numbers, there are many hours to close.
/// They are closed a few at a time, so that the server has its processors for the players.
package struct HourClosing: NamedService {
    private let database: any SalesDatabase
    private let timeline: Timeline
    private let logger: Logger

    private static let atOnce = 24
    private static let pause = TimeSpan.seconds(1)
    private static let pauseAfterFailure = TimeSpan.minutes(1)

    package init(database: any SalesDatabase, timeline: Timeline, logger: Logger) {
        self.database = database
        self.timeline = timeline
        self.logger = logger
    }

    package func run() async throws {
        try? await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                let outcome = await closeHours()
                try await timeline.sleep(until: Self.next(after: outcome, now: timeline.earliest))
            }
        }
    }

    /// What became of the hours that were due.
    package enum Outcome: Hashable, Sendable {
        case allClosed
        /// There may be more.
        case someClosed
        case failed
    }

    /// When to look again: for the next hour as soon as it may be closed.
    package static func next(after outcome: Outcome, now: Instant) -> Instant {
        switch outcome {
        case .allClosed:
            (now - ClosedHours.delay).floored(to: ClosedHours.length) + ClosedHours.length + ClosedHours.delay
        case .someClosed: now + pause
        case .failed: now + pauseAfterFailure
        }
    }

    /// Closes the hours that are due, a day's at most.
    @discardableResult
    package func closeHours() async -> Outcome {
        do {
            for _ in 0..<Self.atOnce {
                guard try await database.closeHour(now: timeline.earliest) else { return .allClosed }
            }
            return .someClosed
        } catch is CancellationError {
            // The server stops, and the next start does it.
        } catch {
            logger.error("an hour's numbers were not stored", metadata: ["why": "\(error)"])
        }
        return .failed
    }
}
