/// Finds planned appearances that are in each other's way, in the year from now on.
struct PlanConflicts {
    let rules: StoreRules
    let now: Instant

    /// Where an appearance may be, whatever the seed makes of `within`.
    private struct Stay {
        let appearance: Int
        let item: Item.ID
        let position: Int?
        let start: Instant
        let end: Instant
        let isExact: Bool
    }

    /// About how many stays are compared at most. An ordinary plan has a few a day, so a whole year is compared.
    private static let mostStays = 20_000

    /// More planned times than this in eight days are more than a schedule can keep in mind.
    private static let mostTimes = 20_000
    /// So many pairs of times are compared at most.
    private static let mostPairs = 2_000_000
    /// At most this number of errors and as many warnings are found. An author who has mended these asks again.
    private static let mostProblems = 1_000

    /// One problem for each pair of appearances and kind, on the later of the two.
    var problems: [PlanProblem] {
        let times = rules.plan.reduce(0) { $0 + max(1, 8 * $1.timesADay) }
        guard times <= Self.mostTimes else {
            return [
                PlanProblem(
                    .error, rules.plan.count - 1, .from, found: "\(times) planned times in eight days",
                    expected: "at most \(Self.mostTimes)", advice: "plan fewer times a day")
            ]
        }
        return conflicts
    }

    private var conflicts: [PlanProblem] {
        var (problems, told, found) = ([PlanProblem](), Set<Pair>(), [PlanProblem.Severity: Int]())
        // The last stay of each appearance: an earlier one is in the way only where this one is.
        var (recent, isCrowded, pairs) = ([Int: Stay](), false, 0)
        for stay in stays {
            let since = stay.start - max(rules.noRepeat, .seconds(rules.shortestOffer))
            recent = recent.filter { $0.value.end > since }
            pairs += recent.count
            guard pairs <= Self.mostPairs else { return problems + [tooMany(at: stay, count: recent.count)] }
            for other in recent.values.sorted(by: { $0.appearance < $1.appearance }) {
                for kind in conflicts(of: stay, with: other)
                where found[kind.severity, default: 0] < Self.mostProblems
                    && told.insert(Pair(kind: kind, later: stay.appearance, earlier: other.appearance)).inserted
                {
                    found[kind.severity, default: 0] += 1
                    problems.append(problem(kind, stay, other))
                }
            }
            recent[stay.appearance] = stay
            let present = recent.values.count { $0.end > stay.start && $0.position ?? 0 < rules.positions }
            if present > rules.positions, !isCrowded {
                isCrowded = true
                problems.append(crowd(at: stay, count: present))
            }
        }
        return problems
    }

    private var stays: [Stay] {
        let ahead = ahead
        return rules.plan.enumerated().flatMap { index, appearance in
            let stay = appearance.within + appearance.length
            let first = now - (appearance.timesADay == 0 ? stay : min(stay, ahead))
            return appearance.times.starts(in: first..<now + ahead, in: rules.zone).map { start in
                Stay(
                    appearance: index, item: appearance.item, position: appearance.position, start: start,
                    end: rules.end(of: appearance, from: start) + appearance.within, isExact: appearance.within == .zero
                )
            }
        }
        .sorted { ($0.start, $0.appearance) < ($1.start, $1.appearance) }
    }

    /// A year, or for a plan with very many times a day, at least more than a week.
    private var ahead: TimeSpan {
        let timesADay = rules.plan.reduce(0) { $0 + $1.timesADay }
        return .days(max(8, min(366, Self.mostStays / max(1, timesADay))))
    }

    private enum Kind {
        case overlap, gap, twice, tooSoon

        var severity: PlanProblem.Severity {
            switch self {
            case .overlap, .twice: .error
            case .gap, .tooSoon: .warning
            }
        }
    }

    private struct Pair: Hashable {
        let kind: Kind
        let later: Int
        let earlier: Int
    }

    private func conflicts(of stay: Stay, with other: Stay) -> [Kind] {
        var kinds: [Kind] = []
        let gap = stay.start - other.end
        if stay.position != nil, stay.position == other.position {
            if gap < .zero {
                kinds.append(.overlap)
            } else if !canFill(gap, at: stay.position, isExact: other.isExact) {
                kinds.append(.gap)
            }
        }
        if stay.item == other.item, gap < .zero || gap < rules.noRepeat {
            kinds.append(gap < .zero ? .twice : .tooSoon)
        }
        return kinds
    }

    private func canFill(_ gap: TimeSpan, at position: Int?, isExact: Bool) -> Bool {
        // What changes at set times fills every gap between two changes.
        guard let position, case .shelfLife(let range) = rules.end(at: position) else { return true }
        return ListingLengths(range, looksAhead: false).fill(Int(gap.wholeSeconds))
            || !isExact && gap >= .seconds(range.lowerBound)
    }

    private func problem(_ kind: Kind, _ stay: Stay, _ other: Stay) -> PlanProblem {
        let (start, index, gap) = (local(stay.start), stay.appearance, stay.start - other.end)
        let (before, position) = ("plan[\(other.appearance)]", "position \((stay.position ?? 0) + 1)")
        switch kind {
        case .overlap:
            return PlanProblem(
                kind.severity, index, .from,
                found: "\(start) at \(position), where \(before) stands until \(local(other.end))",
                expected: "appearances that don't overlap")
        case .gap:
            return PlanProblem(
                kind.severity, index, .from, found: "\(start), \(gap) after \(before) at \(position)",
                expected: "no gap, or one that listings can fill", advice: "it starts as soon after that as one can")
        case .twice:
            return PlanProblem(
                kind.severity, index, .item, found: "\"\(stay.item)\" at \(start), while \(before) shows it",
                expected: "an item at one position at a time")
        case .tooSoon:
            return PlanProblem(
                kind.severity, index, .item, found: "\"\(stay.item)\" at \(start), \(gap) after \(before)",
                expected: "at least noRepeat, which is \(rules.noRepeat)", advice: "it is shown nevertheless")
        }
    }

    private func crowd(at stay: Stay, count: Int) -> PlanProblem {
        PlanProblem(
            .error, stay.appearance, .position, found: "\(count) planned at once at \(local(stay.start))",
            expected: "at most \(rules.positions), the positions")
    }

    private func tooMany(at stay: Stay, count: Int) -> PlanProblem {
        PlanProblem(
            .error, stay.appearance, .from, found: "\(count) planned near \(local(stay.start))",
            expected: "so few that they can be compared with each other",
            advice: "plan fewer that last so long, or shorten noRepeat")
    }

    private func local(_ instant: Instant) -> String { LocalText.time(instant, in: rules.zone) }
}

extension PlannedAppearance {
    /// Zero where it appears once.
    fileprivate var timesADay: Int {
        if case .weekly(let weekly) = times { weekly.times.count } else { 0 }
    }
}
