import ShelfModel

extension Publisher {
    /// How far ahead plans are drawn at a publication. A try of one appearance looks as far as it takes.
    private static let reach = TimeSpan.days(1)

    func missedStarts(
        with next: Content, isStored: Bool, now: Instant
    ) async throws -> [(store: String, problem: PlanProblem)] {
        var found: [(store: String, problem: PlanProblem)] = []
        for store in next.stores where !store.rules.plan.isEmpty {
            guard let open = try await copy(of: store.id, now: now), store.rules != open.content.rules else { continue }
            let (plan, present) = (store.rules.plan, Set(open.content.rules.plan))
            let missed = try await PlanDraw.missed(
                of: open, with: store, next.catalogue,
                changing: Set(plan.indices.filter { !present.contains(plan[$0]) }),
                isStored: isStored, until: min(now + Self.reach, now + .hours(FutureLimits(store.rules).ahead)),
                now: now)
            // An item that can't be shown is told by the check of the plan.
            let check = PlanCheck(
                rules: store.rules, catalogue: next.catalogue, editionsLeft: open.editionsLeft, now: now, isDrawn: true)
            let unshown = Set(check.problems.filter { $0.key == .item }.map(\.appearance))
            found += missed.problems.filter { !unshown.contains($0.appearance) }.map { (store.id, $0) }
        }
        return found
    }
}
