import ShelfDatabase
import ShelfModel

/// What a store would show by another plan: what is decided, and what its schedule would draw from there on.
///
/// Which items are drawn by chance is of no interest here, so what `noRepeat` keeps away isn't looked up.
struct PlanDraw {
    private let rules: StoreRules
    /// Every listing that is decided or drawn.
    private let shown: [Listing]
    private let spans: [PlannedSpan]
    private let decidedUntil: Instant
    private let inForce: [PlannedAppearance]
    private let now: Instant
    /// Up to when everything is drawn.
    let until: Instant

    /// How much time is drawn before other tasks get their turn.
    private static let step = TimeSpan.minutes(10)
    /// How far ahead appearances that come again and again are drawn: each weekday is among these.
    private static let week = TimeSpan.days(8)

    /// - Parameters:
    ///   - publisher: a copy of the store's.
    ///   - plan: the plan that it would have.
    ///   - end: up to when it is drawn.
    init(
        of publisher: StorePublisher, with plan: [PlannedAppearance], until end: Instant, now: Instant
    ) async throws {
        var changed = publisher.content
        changed.rules.plan = plan
        let decided = publisher.listings.map(\.listing)
        var schedule = publisher.schedule(
            with: changed, publisher.schedule.catalogue, after: decided, until: .distantPast, from: now)
        var (drawn, nothing) = ([Listing](), Instant?.none)
        while schedule.end < end, nothing == nil {
            let (before, horizon) = (schedule, min(schedule.end + Self.step, end))
            do throws(Schedule.NothingToShow) {
                drawn += try schedule.extend(until: horizon)
            } catch {
                schedule = before
                drawn += try schedule.extend(until: error.at)
                nothing = error.at
            }
            await Task.yield()
            try Task.checkCancellation()
        }
        let (rules, until) = (changed.rules, nothing ?? max(end, publisher.drawnUntil))
        spans = schedule.plannedSpans(endingAfter: now, until: until).filter {
            Self.certain(from: $0.start, to: $0.end, rules, publisher.drawnUntil) <= until
        }
        (self.rules, self.until, self.now) = (rules, until, now)
        (shown, decidedUntil, inForce) = (decided + drawn, publisher.drawnUntil, publisher.content.rules.plan)
    }

    /// What goes wrong with the plan's starts, as far as they are drawn.
    var problems: [PlanProblem] {
        PlanOutcome(rules: rules, shown: shown, decidedUntil: decidedUntil, inForce: inForce, now: now)
            .problems(of: spans)
    }

    /// Up to when a store has to be drawn to see what becomes of an appearance, and of those after it that it can be in
    /// the way of.
    ///
    /// - Returns: not after what may be asked of a store's future.
    static func reach(of appearance: PlannedAppearance, in rules: StoreRules, decidedUntil: Instant, now: Instant)
        -> Instant
    {
        let farthest = now + .hours(FutureLimits(rules).ahead)
        let early = now - appearance.length - appearance.within
        guard let start = appearance.times.first(from: early, offset: rules.offset) else { return now }
        let after = rules.planReach ?? Self.week
        switch appearance.times {
        case .once:
            let latest = start + appearance.within
            return min(farthest, certain(from: latest, to: latest + appearance.length, rules, decidedUntil) + after)
        case .weekly:
            return min(farthest, max(now, start) + Self.week)
        }
    }

    /// By when it is certain what becomes of a start: a position that is taken then is free again before.
    private static func certain(from start: Instant, to end: Instant, _ rules: StoreRules, _ decidedUntil: Instant)
        -> Instant
    {
        min(end, max(start, decidedUntil) + .seconds(2 * rules.shelfLife.upperBound))
    }
}
