import ShelfConfiguration
import ShelfModel

extension ContentVersions {
    /// How far ahead plans are drawn at a publication. A try of one appearance looks as far as it takes.
    private static let reach = TimeSpan.days(1)

    /// Draws the plans of content that is to take effect at once, and tells which starts of the coming day come late or
    /// not at all because of it.
    ///
    /// - Parameter isStored: whether the content was in force before, so that what is decided may be there for its
    ///   plans.
    func planWarnings(about next: Content, isStored: Bool) async throws -> [ConfigurationProblem] {
        let now = timeline.now
        var found: [ConfigurationProblem] = []
        for store in next.stores where !store.rules.plan.isEmpty {
            guard let open = try await publisher.copy(of: store.id, now: now) else { continue }
            let (plan, present) = (store.rules.plan, Set(open.content.rules.plan))
            guard plan != open.content.rules.plan || store.rules != open.content.rules else { continue }
            let until = min(now + Self.reach, now + .hours(FutureLimits(store.rules).ahead))
            let missed = try await PlanDraw.missed(
                of: open, with: store, next.catalogue,
                changing: Set(plan.indices.filter { !present.contains(plan[$0]) }),
                isStored: isStored, until: until, now: now)
            // An item that can't be shown is told by the check of the plan.
            let check = PlanCheck(
                rules: store.rules, catalogue: next.catalogue, editionsLeft: open.editionsLeft, now: now, isDrawn: true)
            let unshown = Set(check.problems.filter { $0.key == .item }.map(\.appearance))
            found += missed.problems.filter { !unshown.contains($0.appearance) }.map {
                .warning(
                    found: "store \(store.id), plan[\($0.appearance)]: \($0.found)", expected: $0.expected,
                    advice: $0.advice ?? "it isn't shown as planned")
            }
        }
        return found
    }
}
