package import ShelfDatabase
package import ShelfModel
import Synchronization

/// Compares the server's clock with its database's once a minute.
///
/// Servers whose clocks differ give the same key at different moments. None of them can tell whose is right, so each
/// compares its own with the one that all can ask. A server whose clock is far off gives no keys.
package final class ClockWatch: Sendable {
    private struct State {
        var askedAt = Instant.distantPast
        var lead = TimeSpan.zero
    }

    private let database: any ClockDatabase
    private let timeline: Timeline
    private let holdBack: @Sendable (Bool) -> Void
    private let state = Mutex(State())

    private static let interval = TimeSpan.minutes(1)
    /// How far off the clock may be for keys to be given.
    private static let most = TimeSpan.seconds(1)
    /// Both clocks are read in whole milliseconds.
    private static let rounding = TimeSpan.milliseconds(1)

    /// - Parameter holdBack: called with whether keys have to be held back, after each look at the database's clock.
    package init(
        database: any ClockDatabase, timeline: Timeline, holdBack: @escaping @Sendable (_ keys: Bool) -> Void
    ) {
        (self.database, self.timeline, self.holdBack) = (database, timeline, holdBack)
    }

    /// By how much the server's clock is at least ahead of the database's, or behind it if negative; zero where they
    /// may agree.
    package var lead: TimeSpan { state.withLock(\.lead) }

    /// How far apart the clocks are at least.
    package var distance: TimeSpan { .milliseconds(abs(lead.milliseconds)) }

    /// Whether the clocks differ by more than the server's clock can be off.
    package var differs: Bool { distance.milliseconds * 1000 > timeline.uncertaintyUs() }

    /// Whether keys are held back, since nobody knows when they are due.
    package var isFarOff: Bool { distance > Self.most }

    /// Asks the database, if it wasn't asked in the last minute. Where it doesn't answer, what was known holds.
    package func ask() async {
        let began = timeline.now
        let isDue = state.withLock { state in
            guard began - state.askedAt >= Self.interval else { return false }
            state.askedAt = began
            return true
        }
        guard isDue, let shown = try? await database.clock() else { return }
        let lead = Self.lead(over: shown, readBetween: began, and: timeline.now)
        state.withLock { $0.lead = lead }
        holdBack(isFarOff)
    }

    private static func lead(over shown: Instant, readBetween began: Instant, and ended: Instant) -> TimeSpan {
        if began - shown > rounding { return began - shown - rounding }
        if shown - ended > rounding { return ended - shown + rounding }
        return .zero
    }
}
