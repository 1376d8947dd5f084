/// One start of a planned appearance, on the second that the seed decided, and how long it lasts.
package struct PlannedSpan: Hashable, Sendable {
    /// Which of the rules' planned appearances it is.
    package let appearance: Int
    package let item: Item.ID
    /// `nil` for any position.
    package let position: Int?
    /// The time that the plan names. ``start`` is later by a part of `within`.
    package let time: Instant
    /// A whole second.
    package let start: Instant
    package let end: Instant

    /// Whether an offer that was drawn by the same rules is there because of this plan. One that was drawn anew kept its
    /// length, which may be longer than the plan's.
    package func covers(_ offer: Offer) -> Bool {
        offer.item == item && position ?? offer.position == offer.position && (start..<end).contains(offer.start)
    }
}

extension StoreRules {
    /// The spans of the plan that end after `instant` and whose time lies before `horizon`, ordered by start.
    ///
    /// - Parameter seed: decides how much later than its time each start is.
    package func plannedSpans(
        endingAfter instant: Instant, until horizon: Instant, seed: ScheduleSeed
    ) -> [PlannedSpan] {
        plannedSpans(seed: seed) { appearance in
            let first = instant - appearance.length - appearance.within - Self.clockChange
            return first < horizon ? appearance.times.starts(in: first..<horizon, in: zone) : []
        }
        .filter { $0.end > instant }
    }

    /// By how much a clock is put back at most, so that a length by the clock is that much longer.
    private static var clockChange: TimeSpan { .hours(2) }

    /// The same, and the first span of each appearance after `horizon`.
    func plannedSpansAndNext(
        endingAfter instant: Instant, until horizon: Instant, seed: ScheduleSeed
    ) -> [PlannedSpan] {
        let next = plannedSpans(seed: seed) { appearance in
            appearance.times.first(from: horizon, in: zone).map { [$0] } ?? []
        }
        return (plannedSpans(endingAfter: instant, until: horizon, seed: seed) + next).sorted(by: PlannedSpan.precedes)
    }

    private func plannedSpans(seed: ScheduleSeed, times: (PlannedAppearance) -> [Instant]) -> [PlannedSpan] {
        plan.enumerated().flatMap { index, appearance in
            times(appearance).map { time in
                let start = time + .seconds(seed.delay(of: appearance, at: time))
                return PlannedSpan(
                    appearance: index, item: appearance.item, position: appearance.position, time: time, start: start,
                    end: end(of: appearance, from: start))
            }
        }
        .sorted(by: PlannedSpan.precedes)
    }
}

extension StoreRules {
    /// When an appearance ends. Where its position changes at set times, its length is one by the clock, so that a day
    /// ends at the same time on the next, also when the clock is put forward or back.
    package func end(of appearance: PlannedAppearance, from start: Instant) -> Instant {
        guard let position = appearance.position, case .changes = end(at: position) else {
            return start + appearance.length
        }
        return zone.instant(local: start + zone.offset(at: start) + appearance.length - Instant(milliseconds: 0))
    }
}

extension PlannedSpan {
    /// Of two that overlap at a position, the first goes on to its end.
    fileprivate static func precedes(_ left: PlannedSpan, _ right: PlannedSpan) -> Bool {
        (left.start, left.appearance) < (right.start, right.appearance)
    }
}

extension ScheduleSeed {
    /// By how many seconds an appearance starts later than at `time`: any number up to `within`, each equally likely.
    fileprivate func delay(of appearance: PlannedAppearance, at time: Instant) -> UInt64 {
        guard appearance.within > .zero else { return 0 }
        var generator = planGenerator(item: appearance.item, position: appearance.position, time: time)
        return generator.next(below: UInt64(appearance.within.wholeSeconds) + 1)
    }
}
