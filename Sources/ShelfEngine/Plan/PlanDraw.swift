import ShelfDatabase
import ShelfModel

/// What a store would show by other rules: what is decided, and what its schedule would draw from there on.
///
/// Which items are drawn by chance is of no interest here, so what `noRepeat` keeps away isn't looked up.
struct PlanDraw {
    private let rules: StoreRules
    /// Every offer that is decided or drawn.
    private let shown: [Offer]
    private let spans: [PlannedSpan]
    private let decidedUntil: Instant
    private let inForce: [PlannedAppearance]
    private let now: Instant
    /// Up to when everything is drawn.
    let until: Instant

    /// How far ahead appearances that come again and again are drawn: each weekday is among these.
    private static let week = TimeSpan.days(8)

    /// - Parameters:
    ///   - publisher: a copy of the store's.
    ///   - store: the store as it would be.
    ///   - decidingPlan: the plan by which the decided listings were drawn, or may have been.
    ///   - end: up to when it is drawn.
    init(
        of publisher: StorePublisher, with store: StoreContent, _ catalogue: Catalogue,
        decidingPlan: [PlannedAppearance], until end: Instant, now: Instant
    ) async throws {
        let decided = publisher.decided.all
        var schedule = publisher.schedule(
            with: store, catalogue, after: decided, until: .distantPast, from: now)
        let (drawn, nothing) = try await schedule.draw(until: end)
        let (rules, until) = (store.rules, nothing ?? max(end, publisher.drawnUntil))
        spans = schedule.plannedSpans(endingAfter: now, until: until).filter {
            Self.certain(from: $0.start, to: $0.end, rules, publisher.drawnUntil) <= until
        }
        (self.rules, self.until, self.now) = (rules, until, now)
        (shown, decidedUntil, inForce) = (decided + drawn, publisher.drawnUntil, decidingPlan)
    }

    /// What goes wrong with the plan's starts, as far as they are drawn.
    var problems: [PlanProblem] {
        PlanOutcome(rules: rules, shown: shown, decidedUntil: decidedUntil, inForce: inForce, now: now)
            .problems(of: spans)
    }

    /// Draws a store as it would be, and finds which planned starts come late or not at all: of the appearances that are
    /// changed, and of others that are shown sooner without the change.
    ///
    /// - Parameters:
    ///   - changed: the indices of the appearances whose problems are told in any case.
    ///   - isStored: whether the plan is one that has been in force before, so that what is decided may be there for it.
    /// - Returns: the problems, and up to when it was drawn.
    static func missed(
        of open: StorePublisher, with store: StoreContent, _ catalogue: Catalogue, changing changed: Set<Int>,
        isStored: Bool = false, until: Instant, now: Instant
    ) async throws -> (problems: [PlanProblem], until: Instant) {
        let (present, plan) = (open.content, store.rules.plan)
        let drawn = try await PlanDraw(
            of: open, with: store, catalogue, decidingPlan: isStored ? plan : present.rules.plan, until: until, now: now
        )
        let problems = drawn.problems
        guard problems.contains(where: { !changed.contains($0.appearance) }) else { return (problems, drawn.until) }
        let before = try await PlanDraw(
            of: open, with: present, open.schedule.catalogue, decidingPlan: present.rules.plan, until: until, now: now)
        let known = Set(before.problems.map { Missed($0, in: present.rules.plan) })
        return (
            problems.filter { changed.contains($0.appearance) || !known.contains(Missed($0, in: plan)) }, drawn.until
        )
    }

    /// What goes wrong with an appearance, wherever it stands in its plan.
    private struct Missed: Hashable {
        let appearance: PlannedAppearance
        let found: String
        let advice: String?

        init(_ problem: PlanProblem, in plan: [PlannedAppearance]) {
            (appearance, found, advice) = (plan[problem.appearance], problem.found, problem.advice)
        }
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
        guard let start = appearance.times.first(from: early, in: rules.zone) else { return now }
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
        min(end, max(start, decidedUntil) + .seconds(2 * rules.longestOffer))
    }
}
