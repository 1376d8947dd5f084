/// A store's planned appearances, as seen by its schedule: which appearance is next at each position, and which is due.
///
/// Everything follows from the rules, the seed and the offers so far. So a schedule that continues from stored
/// offers plans exactly what it would have planned without a stop.
///
/// An appearance may leave its position open. The seed then gives an order of the positions, and the appearance takes
/// the first one on which a listing can end at the appearance's start. A position that can't reach that instant now
/// can't reach it later either. The chosen position draws its lengths so that it still can.
struct ScheduledPlan: Sendable {
    private let rules: StoreRules
    /// The lengths of offers at the positions that ``groups`` don't name.
    private let lengths: ListingLengths
    /// The lengths at those that they name; `nil` where a position changes at set times.
    private let groups: [(positions: Range<Int>, lengths: ListingLengths?)]
    private let catalogue: Catalogue
    private let seed: ScheduleSeed
    /// Those that have not ended, ordered by start.
    private var spans: [Planned] = []
    /// How many of ``spans`` are near enough to matter to the next draws. Positions are chosen for these.
    private var near = 0
    /// When ``spans`` must be read from the rules again.
    private var readUntil = Instant.distantPast
    /// When later spans come near.
    private var nearUntil = Instant.distantPast
    /// How far ahead a span can matter to a draw; `nil` where any can.
    private let reach: TimeSpan?
    /// Whether something happened after which the positions must be chosen again.
    private var isUnplaced = true

    /// What each position shows last, and when it is free.
    struct Positions {
        let frees: [Instant]
        let shown: [(item: Int, start: Instant)?]
    }

    private struct Planned {
        let span: PlannedSpan
        /// Its item's index in the catalogue.
        let item: Int
        /// `nil` for one without a position so far: the first that is free takes it.
        var position: Int?
    }

    /// How far ahead the plan is read at least, and how often.
    private static let readAhead = TimeSpan.days(8)
    private static let readEvery = TimeSpan.days(1)
    /// How often later spans are looked at.
    private static let lookEvery = TimeSpan.minutes(10)

    init(rules: StoreRules, catalogue: Catalogue, seed: ScheduleSeed) {
        self.rules = rules
        self.catalogue = catalogue
        self.seed = seed
        lengths = ListingLengths(rules.shelfLife, looksAhead: !rules.plan.isEmpty)
        groups = rules.groups.map { group in
            guard case .shelfLife(let range) = group.end else { return (group.positions, nil) }
            return (group.positions, ListingLengths(range, looksAhead: !rules.plan.isEmpty))
        }
        reach = rules.planReach(groups.isEmpty ? [lengths] : [lengths] + groups.compactMap(\.lengths))
    }

    /// The lengths of a position's offers; `nil` where it changes at set times.
    func lengths(at position: Int) -> ListingLengths? {
        guard let group = groups.first(where: { $0.positions.contains(position) }) else { return lengths }
        return group.lengths
    }

    /// Prepares for the draws from `instant` on, before which no position is free.
    mutating func move(to instant: Instant, positions: Positions) {
        guard !rules.plan.isEmpty, instant >= min(readUntil, nearUntil) || isUnplaced else { return }
        if instant >= readUntil {
            spans = rules.plannedSpansAndNext(
                endingAfter: instant,
                until: instant + max(Self.readAhead, .seconds(rules.longestOffer) + rules.noRepeat), seed: seed
            )
            .compactMap(planned)
            readUntil = instant + Self.readEvery
        }
        spans.removeAll { $0.span.end <= instant }
        nearUntil = instant + Self.lookEvery
        near = reach.map { reach in spans.partitioningIndex { $0.span.start > nearUntil + reach } } ?? spans.count
        choosePositions(positions)
        isUnplaced = false
    }

    private func planned(_ span: PlannedSpan) -> Planned? {
        guard let item = catalogue.index(of: span.item), span.position ?? 0 < rules.positions else { return nil }
        return Planned(span: span, item: item)
    }

    /// The planned item that must be shown at `position` from `instant` on, and how many seconds are left to fill.
    ///
    /// - Parameter isAvailable: whether an item, given by its index in the catalogue, can be shown.
    mutating func due(at position: Int, _ instant: Instant, isAvailable: (Int) -> Bool) -> (item: Int, seconds: Int)? {
        guard let lengths = lengths(at: position) else { return dueAtChange(of: position, instant, isAvailable) }
        for index in spans.indices {
            let planned = spans[index]
            guard planned.span.start <= instant else { return nil }
            guard planned.position ?? position == position else { continue }
            let left = min(planned.span.end - instant, Offer.longest)
            let seconds = lengths.most(atMost: Int(left.wholeSeconds))
            guard seconds > 0, planned.position != nil || isFree(position, for: planned, from: instant) else {
                continue
            }
            if isAvailable(planned.item) {
                isUnplaced = isUnplaced || planned.position == nil
                return (planned.item, seconds)
            }
            isUnplaced = isUnplaced || planned.position != nil
        }
        return nil
    }

    /// The same at a position that changes at set times. What is planned there begins and ends at its changes.
    private func dueAtChange(
        of position: Int, _ instant: Instant, _ isAvailable: (Int) -> Bool
    ) -> (item: Int, seconds: Int)? {
        guard let changes = rules.changes(at: position, seed: seed) else { return nil }
        let change = changes.last(at: instant)
        let due = spans.first {
            $0.span.position == position && $0.span.start <= change && change < $0.span.end && isAvailable($0.item)
        }
        guard let due else { return nil }
        let seconds = Int(min(changes.moved(due.span.end) - instant, Offer.longest).wholeSeconds)
        return seconds > 0 ? (due.item, seconds) : nil
    }

    /// Whether nothing else is planned at the position until the end, and what comes then can be met.
    private func isFree(_ position: Int, for planned: Planned, from instant: Instant) -> Bool {
        guard let lengths = lengths(at: position) else { return false }
        let end = instant + .seconds(lengths.most(atMost: Int((planned.span.end - instant).wholeSeconds)))
        return spans[..<near].allSatisfy { other in
            other.position != position || other.span.end <= instant
                || other.span.start > instant && lengths.fill(from: end, to: other.span.start)
        }
    }

    /// How many seconds `position` must fill from `instant` to its next planned start; `nil` when none is planned. A
    /// start that can't be met is met as soon after it as possible.
    func gap(at position: Int, _ instant: Instant) -> Int? {
        guard let lengths = lengths(at: position) else { return nil }
        return spans[..<near].first { $0.position == position && $0.span.start > instant }
            .map { lengths.least(atLeast: Int(($0.span.start - instant).wholeSeconds)) }
    }

    /// The indices of items that are planned to be on the positions in `span` or within `rest` after it.
    func items(in span: Range<Instant>, rest: TimeSpan) -> [Int] {
        let latest = span.upperBound + rest
        return spans.prefix { $0.span.start < latest }.filter { $0.span.end > span.lowerBound }.map(\.item)
    }

    private mutating func choosePositions(_ positions: Positions) {
        for index in 0..<near { spans[index].position = spans[index].span.position }
        var queues = (0..<rules.positions).map { Queue(isFreeFrom: positions.frees[$0]) }
        for index in spans.indices.reversed() {
            if let position = spans[index].span.position { queues[position].coming.append(spans[index].span) }
        }
        for index in 0..<near {
            let span = spans[index].span
            if span.position == nil {
                let order = order(of: span)
                spans[index].position =
                    order.first { isShown(spans[index], at: $0, positions) }
                    ?? order.first { canTake(span, at: $0, in: queues[$0]) }
            }
            guard let position = spans[index].position else { continue }
            if span.position != nil { queues[position].coming.removeLast() }
            queues[position].isFreeFrom = end(of: span, at: position, from: queues[position].isFreeFrom)
        }
    }

    /// What is planned at one position, on the way through ``spans``.
    private struct Queue {
        /// When the position is free after everything that was planned there so far.
        var isFreeFrom: Instant
        /// What is still to come of those that name the position, the next one last.
        var coming: [PlannedSpan] = []
    }

    /// The positions in the order in which an appearance looks for one.
    private func order(of span: PlannedSpan) -> [Int] {
        var generator = seed.planOrderGenerator(item: span.item, time: span.time)
        var order = (0..<rules.positions).filter { lengths(at: $0) != nil }
        for index in order.indices.dropLast() {
            order.swapAt(index, index + Int(generator.next(below: UInt64(order.count - index))))
        }
        return order
    }

    private func isShown(_ planned: Planned, at position: Int, _ positions: Positions) -> Bool {
        guard let shown = positions.shown[position], shown.item == planned.item, shown.start >= planned.span.start
        else {
            return false
        }
        return spans.allSatisfy {
            $0.position != position || $0.span.end <= planned.span.start || $0.span.start >= planned.span.end
        }
    }

    /// Whether the position can end a listing at the planned start, after everything that is planned there before it,
    /// and can keep to what is planned there after it.
    private func canTake(_ span: PlannedSpan, at position: Int, in queue: Queue) -> Bool {
        guard let lengths = lengths(at: position), lengths.fill(from: queue.isFreeFrom, to: span.start) else {
            return false
        }
        guard let next = queue.coming.last else { return true }
        let end = span.start + .seconds(lengths.most(atMost: Int((span.end - span.start).wholeSeconds)))
        return lengths.fill(from: end, to: next.start)
    }

    /// When a position is free after a span, if it is free before it from `instant` on.
    private func end(of span: PlannedSpan, at position: Int, from instant: Instant) -> Instant {
        guard let lengths = lengths(at: position) else { return span.end }
        let gap = Int((span.start - instant).wholeSeconds)
        let start = instant + .seconds(lengths.least(atLeast: gap))
        return start + .seconds(lengths.most(atMost: Int((span.end - start).wholeSeconds)))
    }
}

extension StoreRules {
    /// How far ahead of a draw a planned start can matter to it; `nil` where any can.
    package var planReach: TimeSpan? {
        planReach(
            ends.compactMap { end, _ in
                guard case .shelfLife(let range) = end else { return nil }
                return ListingLengths(range, looksAhead: !plan.isEmpty)
            })
    }

    fileprivate func planReach(_ lengths: [ListingLengths]) -> TimeSpan? {
        let sights = lengths.map(\.sight)
        guard !sights.contains(nil) else { return nil }
        // Besides what a length looks at: a whole appearance, and the offers that the positions show already.
        let longest = (plan.map(\.length).max() ?? .zero) + .seconds(2 * longestOffer)
        return .seconds(sights.compactMap(\.self).max() ?? 0) + longest
    }
}
