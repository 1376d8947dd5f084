/// Checks a store's plan before it is in force.
///
/// It needs no seed, so it tells as far as can be told without drawing: it doesn't know how much later than its time a
/// start will be with `within`, and takes every start to be possible. ``PlanOutcome`` judges a plan that was drawn.
package struct PlanCheck {
    private let rules: StoreRules
    private let catalogue: Catalogue
    private let editionsLeft: EditionsLeft
    private let now: Instant
    private let publishedUntil: Instant?
    private let inForce: Set<PlannedAppearance>
    private let coming: [ComingPlan]
    private let isDrawn: Bool
    private let mayBeLate: Bool

    /// - Parameters:
    ///   - editionsLeft: as known now, with the items that are withdrawn.
    ///   - now: what ended before has passed.
    ///   - publishedUntil: up to when every position has listings; `nil` where nothing is published.
    ///   - inForce: the plan up to now. What stands in it is no news to the windows that are published.
    ///   - coming: the plans that will take this one's place, in order.
    ///   - isDrawn: whether the plan is drawn, too, so that others say which of its starts come late.
    ///   - mayBeLate: whether it is a warning, and no error, that windows leave no room for what is planned.
    package init(
        rules: StoreRules, catalogue: Catalogue, editionsLeft: EditionsLeft = EditionsLeft(), now: Instant,
        publishedUntil: Instant? = nil, inForce: [PlannedAppearance] = [],
        coming: [ComingPlan] = [], isDrawn: Bool = false, mayBeLate: Bool = false
    ) {
        self.rules = rules
        self.catalogue = catalogue
        self.editionsLeft = editionsLeft
        self.now = now
        self.publishedUntil = publishedUntil
        self.inForce = Set(inForce)
        self.coming = coming
        self.isDrawn = isDrawn
        self.mayBeLate = mayBeLate
    }

    /// The lengths that are drawn at a position, or at any; `nil` where it changes at set times.
    private func lengths(at position: Int?) -> ListingLengths? {
        let ends = position.map { [rules.end(at: $0)] } ?? rules.ends.map(\.end)
        return ends.lazy.compactMap { end in
            guard case .shelfLife(let range) = end else { return nil }
            return ListingLengths(range, looksAhead: false)
        }.first
    }

    /// Every problem, in the order of the plan.
    package var problems: [PlanProblem] {
        let alone = rules.plan.enumerated().flatMap { index, appearance in
            item(of: appearance, index) + place(of: appearance, index) + start(of: appearance, index)
                + overtaken(appearance, index)
        }
        let together = PlanConflicts(rules: rules, now: now).problems
        return (alone + together).enumerated()
            .sorted { ($0.element.appearance, $0.offset) < ($1.element.appearance, $1.offset) }.map(\.element)
    }

    private func item(of appearance: PlannedAppearance, _ index: Int) -> [PlanProblem] {
        guard let item = catalogue[appearance.item] else {
            return [
                PlanProblem(
                    .error, index, .item, found: "\"\(appearance.item)\"", expected: "one of the catalogue's items")
            ]
        }
        let release = item.released.instant(in: rules.zone)
        var problems: [PlanProblem] = []
        if let start = firstStart(of: appearance), start < release {
            let isLost = appearance.isOnce && start + appearance.within + appearance.length <= release
            problems.append(
                PlanProblem(
                    isLost ? .error : .warning, index, .item,
                    found: "an item that is released at \(local(release))",
                    expected: "one that is released by \(local(start))",
                    advice: isLost ? nil : "nothing is shown before its release"))
        }
        if let end = editionsLeft.withdrawn[item.id], let start = firstToDraw(of: appearance), start < end {
            problems.append(
                PlanProblem(
                    .warning, index, .item, found: "an item that is withdrawn", expected: "one that is for sale",
                    advice: "something else is drawn in its place until the withdrawal is lifted"))
        }
        if editionsLeft[item] == 0 {
            problems.append(
                PlanProblem(
                    .warning, index, .item, found: "an item whose edition is sold out", expected: "one that is left",
                    advice: "something else is drawn in its place"))
        }
        return problems
    }

    private func place(of appearance: PlannedAppearance, _ index: Int) -> [PlanProblem] {
        var problems: [PlanProblem] = []
        if let position = appearance.position, position >= rules.positions {
            problems.append(
                PlanProblem(
                    .error, index, .position, found: "\(position + 1)",
                    expected: "a whole number from 1 to \(rules.positions), the positions"))
        }
        guard let lengths = lengths(at: appearance.position) else {
            return problems + atChanges(appearance, index)
        }
        let seconds = Int(appearance.length.wholeSeconds)
        let most = lengths.most(atMost: seconds)
        let (shortest, longest) = (lengths.range.lowerBound, lengths.range.upperBound)
        if most == 0 {
            problems.append(
                PlanProblem(
                    .error, index, .length, found: "\(appearance.length)",
                    expected: "at least \(TimeSpan.seconds(shortest)), the shortest shelfLife"))
        } else if most < seconds {
            problems.append(
                PlanProblem(
                    .warning, index, .length, found: "\(appearance.length)",
                    expected: """
                        a span that listings of \(TimeSpan.seconds(shortest)) to \(TimeSpan.seconds(longest)) can fill
                        """,
                    advice: "it lasts \(TimeSpan.seconds(most))"))
        }
        return problems
    }

    /// How many starts of an appearance are looked at.
    private static let startsAtMost = 400

    /// What is planned at a position that changes at set times begins and ends at a change.
    private func atChanges(_ appearance: PlannedAppearance, _ index: Int) -> [PlanProblem] {
        guard let position = appearance.position, case .changes(let changes) = rules.end(at: position) else {
            return [
                PlanProblem(
                    .error, index, .position, found: "any position, where all change at set times",
                    expected: "a position, from 1 to \(rules.positions)")
            ]
        }
        guard appearance.within == .zero else {
            return [
                PlanProblem(
                    .error, index, .length,
                    found: "within \(appearance.within) at a position that changes at set times",
                    expected: "no within: spread moves its changes")
            ]
        }
        let place = "a change of position \(position + 1) (\(changes.text))"
        let starts = appearance.times.starts(in: now..<now + .days(366), in: rules.zone).prefix(Self.startsAtMost)
        if let start = starts.first(where: { !changes.contains($0, in: rules.zone) }) {
            return [PlanProblem(.error, index, .from, found: local(start), expected: place)]
        }
        let ends = starts.map { rules.end(of: appearance, from: $0) }
        if let end = ends.first(where: { !changes.contains($0, in: rules.zone) }) {
            return [
                PlanProblem(
                    .error, index, .length, found: "\(appearance.length), until \(local(end))",
                    expected: "one that ends at \(place)")
            ]
        }
        return []
    }

    private func start(of appearance: PlannedAppearance, _ index: Int) -> [PlanProblem] {
        guard appearance.times.hasAny else {
            return [
                PlanProblem(
                    .warning, index, .from, found: "no such day between the first and the last",
                    expected: "dates with one of its days of the week between them", advice: "it is never shown")
            ]
        }
        guard let start = firstStart(of: appearance) else {
            // A plan may keep past appearances. In one that was just added, a past date is probably a mistake.
            guard publishedUntil != nil, !inForce.contains(appearance) else { return [] }
            return [
                PlanProblem(
                    .warning, index, .from, found: "nothing after \(local(now))", expected: "a time that is to come")
            ]
        }
        var problems: [PlanProblem] = []
        if let lengths = lengths(at: appearance.position), lengths.range.count == 1 {
            let length = TimeSpan.seconds(lengths.range.lowerBound)
            problems.append(
                PlanProblem(
                    .warning, index, .from, found: "a start to the second where every listing lasts \(length)",
                    expected: "a shelfLife whose ends differ", advice: "it starts when the next listing does"))
        }
        if let publishedUntil, start < publishedUntil, !inForce.contains(appearance), !isDrawn {
            problems.append(tooLate(appearance, index, start: start, publishedUntil))
        }
        return problems
    }

    /// What is published stays, so the start has to wait for its position.
    private func tooLate(
        _ appearance: PlannedAppearance, _ index: Int, start: Instant, _ publishedUntil: Instant
    ) -> PlanProblem {
        let left = start + appearance.within + appearance.length - publishedUntil
        let isLost = left < .seconds(lengths(at: appearance.position)?.range.lowerBound ?? 1)
        return PlanProblem(
            isLost && appearance.isOnce && !mayBeLate ? .error : .warning, index, .from, found: local(start),
            expected: "a start from \(local(publishedUntil)) on, since windows are already published until then",
            advice: isLost
                ? "nothing of it will be shown" : "what is left of it begins as soon as its position is free")
    }

    /// A version that is scheduled draws by its own plan.
    private func overtaken(_ appearance: PlannedAppearance, _ index: Int) -> [PlanProblem] {
        let ends = coming.dropFirst().map(\.holdsFrom) + [.distantFuture]
        for (next, end) in zip(coming, ends) where !(next.appearances ?? []).contains(appearance) {
            let start = appearance.times.first(from: next.holdsFrom, in: rules.zone)
            guard let start, start < end else { continue }
            let reason = next.appearances == nil ? "closes the store" : "draws by a plan without it"
            return [
                PlanProblem(
                    .warning, index, .from, found: local(start),
                    expected: "a start before \(local(next.holdsFrom)), from when on version \(next.version) \(reason)",
                    advice: "nothing of it is shown then, unless you plan it in that version, too")
            ]
        }
        return []
    }

    /// When the first listing of an appearance begins that isn't published yet.
    private func firstToDraw(of appearance: PlannedAppearance) -> Instant? {
        let drawn = publishedUntil ?? now
        let early = drawn - appearance.length - appearance.within
        return appearance.times.first(from: early + .milliseconds(1), in: rules.zone).map { max($0, drawn) }
    }

    /// The first start of which something lies after now.
    private func firstStart(of appearance: PlannedAppearance) -> Instant? {
        let early = now - appearance.length - appearance.within
        return appearance.times.first(from: early + .milliseconds(1), in: rules.zone)
    }

    private func local(_ instant: Instant) -> String { LocalText.time(instant, in: rules.zone) }
}

extension PlannedAppearance {
    var isOnce: Bool {
        if case .once = times { true } else { false }
    }
}

/// Times as a plan writes them.
enum LocalText {
    /// Such as `2026-12-24T18:00` on a zone's clock; seconds only where there are any, and the name of a named zone.
    static func time(_ instant: Instant, in zone: Zone) -> String {
        let text = RFC3339.text((instant + zone.offset(at: instant)).floored(to: .seconds(1)))
        return text.dropLast(text.hasSuffix(":00Z") ? 4 : 1) + (zone.name.map { " (\($0))" } ?? "")
    }
}
