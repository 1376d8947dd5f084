/// What a shelf that was drawn by a plan makes of the plan's starts: which come late, and which not at all.
package struct PlanOutcome {
    private let rules: StoreRules
    /// By position, each ordered by start.
    private let shown: [Int: [Offer]]
    /// Every offer that starts before this instant was decided before the plan was looked at.
    private let decidedUntil: Instant
    /// The plan that decided them.
    private let inForce: Set<PlannedAppearance>
    private let now: Instant

    /// - Parameters:
    ///   - rules: with the plan.
    ///   - shown: every offer that ends after `now`, up to the end of what was drawn.
    ///   - decidedUntil: up to when the offers were decided before. They are there for another plan.
    ///   - inForce: that plan.
    package init(
        rules: StoreRules, shown: [Offer], decidedUntil: Instant, inForce: [PlannedAppearance], now: Instant
    ) {
        self.rules = rules
        self.shown = Dictionary(grouping: shown.filter { $0.end > now }, by: \.position)
            .mapValues { $0.sorted { $0.start < $1.start } }
        self.decidedUntil = decidedUntil
        self.inForce = Set(inForce)
        self.now = now
    }

    /// One problem for each appearance that has a start which isn't kept, about the first of them.
    ///
    /// It names no other item, so that it tells nobody what will be drawn.
    ///
    /// - Parameter spans: the plan's, up to the end of what was drawn.
    package func problems(of spans: [PlannedSpan]) -> [PlanProblem] {
        var told: Set<Int> = []
        return spans.sorted { $0.start < $1.start }.compactMap { span in
            guard !told.contains(span.appearance), let problem = problem(of: span) else { return nil }
            told.insert(span.appearance)
            return problem
        }
        .sorted { $0.appearance < $1.appearance }
    }

    private func problem(of span: PlannedSpan) -> PlanProblem? {
        let (due, first) = (max(span.start, now), firstOffer(for: span))
        if let first, first.start <= due { return nil }
        let isOnce = rules.plan[span.appearance].isOnce
        let place = span.position.map { "position \($0 + 1)" } ?? "any position"
        let free = first?.start ?? freeAgain(for: span, at: due)
        return PlanProblem(
            first == nil && isOnce ? .error : .warning, span.appearance, .from,
            found: "\(local(span.start)), when \(span.position == nil ? "no position is" : "\(place) isn't") free",
            expected: free.map { "a start at \(local($0)), when \(place) is free again, or later" }
                ?? "a start when \(place) is free",
            advice: first.map { "it begins at \(local($0.start))" } ?? "nothing of it is shown")
    }

    /// The first offer after now that is there for a start. What was decided before is there for the plan of before.
    private func firstOffer(for span: PlannedSpan) -> Offer? {
        let isInForce = inForce.contains(rules.plan[span.appearance])
        let positions = span.position.map { [$0] } ?? Array(shown.keys)
        return positions.compactMap { position in
            shown[position]?.first { span.covers($0) && (isInForce || $0.start >= decidedUntil) }
        }
        .min { $0.start < $1.start }
    }

    /// When the first position that the start could have is free after it was due.
    private func freeAgain(for span: PlannedSpan, at due: Instant) -> Instant? {
        let positions = span.position.map { [$0] } ?? Array(0..<rules.positions)
        return positions.compactMap { position in
            shown[position]?.first { $0.end > due && $0.end >= decidedUntil }?.end
        }
        .min()
    }

    private func local(_ instant: Instant) -> String { LocalText.time(instant, in: rules.zone) }
}
