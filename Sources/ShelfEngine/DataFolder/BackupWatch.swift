package import ShelfModel
import Synchronization

/// Knows how old the newest backup is, by looking for it once a minute.
package final class BackupWatch: Sendable {
    private struct State {
        var lookedAt = Instant.distantPast
        var newest: Instant?
    }

    private let look: @Sendable () -> Instant?
    private let timeline: Timeline
    private let state = Mutex(State())

    private static let interval = TimeSpan.minutes(1)
    /// Backups that are made once a day, each a little later than the last, are in time.
    package static let ageAtMost = TimeSpan.hours(26)

    /// - Parameter look: returns the moment of the newest backup; `nil` when there was none.
    package init(timeline: Timeline, look: @escaping @Sendable () -> Instant?) {
        (self.timeline, self.look) = (timeline, look)
    }

    /// The moment of the newest backup, as of the last minute; `nil` when there was none.
    package var newest: Instant? { state.withLock { $0.newest } }

    /// How old the newest backup is; `nil` when there was none.
    package var age: TimeSpan? { newest.map { max(.zero, timeline.earliest - $0) } }

    /// Looks, unless it has looked in the last minute.
    package func ask() {
        let now = timeline.earliest
        let isDue = state.withLock { state in
            guard now - state.lookedAt >= Self.interval else { return false }
            state.lookedAt = now
            return true
        }
        guard isDue else { return }
        let newest = look()
        state.withLock { $0.newest = newest }
    }
}
