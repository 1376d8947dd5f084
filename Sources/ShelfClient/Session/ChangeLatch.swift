import ShelfModel

/// Fixes the moment of the shelf's next change shortly before it comes.
///
/// Then a correction of the clock at the last moment neither moves the change nor shows it twice.
struct ChangeLatch: Sendable {
    private var next: (instant: Instant, localUs: Int64)?
    /// The newest change that was shown. No earlier instant is shown again.
    private var floor = Instant(milliseconds: 0)

    /// How long before a change its moment is fixed.
    static let aheadUs: Int64 = 200_000

    /// - Parameters:
    ///   - plannedUs: when this device's clock will reach `instant`, by the present estimate.
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

    /// The instant to show when this device's clock says `localUs` and the server's time is estimated as `now`.
    mutating func shown(at localUs: Int64, clock now: Instant) -> Instant {
        if floor.us - ClockSlew.standingUsAtMost > now.us { self = ChangeLatch() }
        guard let next else { return max(now, floor) }
        guard localUs >= next.localUs else { return max(min(now, next.instant - .milliseconds(1)), floor) }
        floor = max(floor, next.instant)
        self.next = nil
        return max(now, floor)
    }

    /// Forgets the fixed moment, because this device's clock jumped. What was shown stays shown.
    mutating func release() {
        next = nil
    }
}
