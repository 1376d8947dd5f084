import ShelfModel

/// Fixes the moment of the shelf's next change shortly before it.
///
/// A correction of the clock in the last moment then neither moves the change nor shows it twice.
struct ChangeLatch: Sendable {
    private var next: (instant: Instant, localUs: Int64)?
    /// The newest change that was shown; nothing before it is shown again.
    private var floor = Instant(milliseconds: 0)

    static let aheadUs: Int64 = 200_000

    /// - Parameters:
    ///   - plannedUs: when the clock here will say that it is `instant`, as it looks now.
    /// - Returns: when to show the change at `instant`.
    mutating func moment(of instant: Instant, planned plannedUs: Int64, at localUs: Int64) -> Int64 {
        if let next, next.instant == instant { return next.localUs }
        guard plannedUs - localUs <= Self.aheadUs else {
            next = nil
            return plannedUs
        }
        next = (instant, plannedUs)
        return plannedUs
    }

    /// What to show when the clock here says `localUs`, and the server's is believed to say `now`.
    mutating func shown(at localUs: Int64, clock now: Instant) -> Instant {
        if floor.us - Course.standingUsAtMost > now.us { self = ChangeLatch() }
        guard let next else { return max(now, floor) }
        guard localUs >= next.localUs else { return max(min(now, next.instant - .milliseconds(1)), floor) }
        floor = max(floor, next.instant)
        self.next = nil
        return max(now, floor)
    }

    /// Forgets the moment, because the clock here jumped; what was shown stays shown.
    mutating func release() {
        next = nil
    }
}
