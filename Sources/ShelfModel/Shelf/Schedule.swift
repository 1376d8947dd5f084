/// Draws a store's offers, one after another, up to a given horizon.
///
/// The same seed, catalogue and rules give the same offers on every machine, in whatever steps the schedule is
/// extended: each draw depends only on the offers before it and on random numbers keyed by its position and start.
///
/// Planned appearances stand at their seconds. The offers before them end there, with lengths that look like those of
/// any others.
package struct Schedule: Sendable {
    private var odds: Odds
    let seed: ScheduleSeed
    /// Where each position's next offer starts.
    private var nextStarts: [Instant]
    private var away: AwayItems
    /// What each position shows last, by index in the catalogue; `nil` for nothing, or what the catalogue doesn't have.
    private var shown: [(item: Int, start: Instant)?]
    private var plan: ScheduledPlan
    private let redraws: [Redraw]
    private var day: (key: [UInt8], redraw: Int64, span: Range<Instant>)

    /// Nothing can be drawn: every item that the store may choose is unreleased or sold out.
    package struct NothingToShow: Error, Hashable, CustomStringConvertible {
        package let store: String
        package let at: Instant

        package var description: String {
            """
            store \(store): no item can be drawn at \(CalendarDate(at)), because all that it may choose is sold out, \
            withdrawn or not released; widen its choice, or release items before that date
            """
        }
    }

    /// Continues after `offers`, or starts a new store before its first window.
    ///
    /// A position that is new in a store starts at the first end of the others. In a new store each position starts
    /// between one and two of its longest shelf lives before `firstWindow`. By then the positions change as evenly as
    /// they will later. One that changes at set times starts with the first window.
    ///
    /// - Parameters:
    ///   - offers: what was drawn before, in any order: at least all offers that end within `noRepeat` before the last
    ///     end.
    ///   - horizon: up to when everything was drawn before. A position whose offers end sooner was taken away since,
    ///     and starts as a new one does.
    ///   - firstWindow: a whole second; used for a new store.
    ///   - earliest: a whole second before which no offer may start.
    ///   - redraws: those of the store.
    package init(
        odds: Odds, seed: ScheduleSeed, after offers: [Offer], until horizon: Instant = .distantPast,
        firstWindow: Instant, earliest: Instant = .distantPast, redraws: [Redraw] = []
    ) {
        self.odds = odds
        self.seed = seed
        self.redraws = redraws
        day = ([], 0, Instant.distantFuture..<Instant.distantFuture)
        away = AwayItems(count: odds.catalogue.items.count)
        plan = ScheduledPlan(rules: odds.rules, catalogue: odds.catalogue, seed: seed)
        var last: [Int: Offer] = [:]
        for offer in offers {
            if offer.end > last[offer.position]?.end ?? .distantPast { last[offer.position] = offer }
            guard let index = odds.catalogue.index(of: offer.item) else { continue }
            away.note(index, until: offer.end)
        }
        let positions = 0..<odds.rules.positions
        let goingOn = last.filter { positions.contains($0.key) && $0.value.end >= horizon }
        let firstEnd = goingOn.values.map(\.end).min()
        nextStarts = positions.map {
            goingOn[$0]?.end ?? firstEnd
                ?? Self.staggered(
                    position: $0, rules: odds.rules, seed: seed, firstWindow: firstWindow, earliest: earliest)
        }
        shown = positions.map { position in
            goingOn[position].flatMap { offer in odds.catalogue.index(of: offer.item).map { ($0, offer.start) } }
        }
    }

    package var catalogue: Catalogue { odds.catalogue }

    /// The lengths of a position's offers; `nil` where it changes at set times.
    func lengths(at position: Int) -> ListingLengths? { plan.lengths(at: position) }

    /// Whether an item's card has room for when an offer begins and ends.
    func joins(_ item: Item.ID) -> Bool { odds.joins(item) }

    /// The store's schedule with other content.
    ///
    /// - Parameters:
    ///   - odds: what the other content makes of the draws.
    ///   - offers, horizon, firstWindow, earliest: as a schedule begins with.
    package func continued(
        with odds: Odds, after offers: [Offer], until horizon: Instant, firstWindow: Instant, earliest: Instant
    ) -> Schedule {
        Schedule(
            odds: odds, seed: seed, after: offers, until: horizon, firstWindow: firstWindow, earliest: earliest,
            redraws: redraws)
    }

    /// Up to when every position has offers.
    package var end: Instant { nextStarts.min() ?? .distantFuture }

    /// The spans of planned appearances that end after `instant` and start before `horizon`.
    package func plannedSpans(endingAfter instant: Instant, until horizon: Instant) -> [PlannedSpan] {
        odds.rules.plannedSpans(endingAfter: instant, until: horizon, seed: seed)
    }

    /// Draws with other numbers of editions left from now on.
    package mutating func take(_ editionsLeft: EditionsLeft) {
        odds.take(editionsLeft)
    }

    /// Draws every offer that starts before `horizon`, ordered by start.
    package mutating func extend(until horizon: Instant) throws(NothingToShow) -> [Offer] {
        var drawn: [Offer] = []
        while let position = nextStarts.indices.min(by: { nextStarts[$0] < nextStarts[$1] }),
            nextStarts[position] < horizon
        {
            drawn.append(try draw(position: position, start: nextStarts[position], seconds: nil))
        }
        return drawn
    }

    /// Draws other items for offers whose times are public already.
    ///
    /// - Parameter offers: what was drawn before, ordered by start, also at positions that go away with their last
    ///   offer. The schedule has been made without them.
    package mutating func draw(again offers: [Offer]) throws(NothingToShow) -> [Offer] {
        var drawn: [Offer] = []
        for offer in offers {
            drawn.append(try draw(position: offer.position, start: offer.start, seconds: offer.seconds))
        }
        return drawn
    }

    private mutating func moveDay(to start: Instant) {
        let redraw = redraws.filter { $0.from <= start }.map(\.number).max() ?? 0
        guard !day.span.contains(start) || day.redraw != redraw else { return }
        let midnight = start.floored(to: .days(1))
        day = (seed.dayKey(at: start, redraw: redraw), redraw, midnight..<midnight + .days(1))
    }

    /// - Parameter fixed: how long the offer lasts; `nil` when that is drawn, too.
    private mutating func draw(
        position: Int, start: Instant, seconds fixed: Int?
    ) throws(NothingToShow) -> Offer {
        moveDay(to: start)
        odds.move(to: start)
        plan.move(to: start, positions: ScheduledPlan.Positions(frees: nextStarts, shown: shown))
        var generator = seed.generator(position: position, start: start, dayKey: day.key)
        let isKept = nextStarts.indices.contains(position)
        let due = isKept ? plan.due(at: position, start) { [odds] in odds.canShow($0, at: start) } : nil
        var seconds = fixed ?? due?.seconds ?? length(position: position, start: start, using: &generator)
        guard let index = due?.item ?? pick(in: start..<start + .seconds(seconds), using: &generator) else {
            throw NothingToShow(store: odds.rules.store, at: start)
        }
        let item = odds.catalogue.items[index].id
        if seconds > ListingLengths.longest, fixed == nil, !joins(item) { seconds = ListingLengths.longest }
        let end = start + .seconds(seconds)
        away.note(index, until: end)
        if isKept { (nextStarts[position], shown[position]) = (end, (index, start)) }
        return Offer(position: position, start: start, seconds: seconds, item: item)
    }

    private func length(position: Int, start: Instant, using generator: inout KeyedGenerator) -> Int {
        guard let lengths = lengths(at: position) else {
            let end = odds.rules.changes(at: position, seed: seed)?.end(of: start) ?? start + Offer.longest
            return Int((end - start).wholeSeconds)
        }
        guard let gap = plan.gap(at: position, start) else { return lengths.draw(using: &generator) }
        return lengths.draw(filling: gap, using: &generator)
    }

    /// Picks an item that `noRepeat` allows, also with regard to where it is planned. When there is none, picks one
    /// that is not on the shelf in `span`; when there is none of these either, picks any item, at last even a planned
    /// one.
    private mutating func pick(in span: Range<Instant>, using generator: inout KeyedGenerator) -> Int? {
        let (start, noRepeat) = (span.lowerBound, odds.rules.noRepeat)
        away.forget(endedBy: start - noRepeat)
        return pick(endedBy: start - noRepeat, except: plan.items(in: span, rest: noRepeat), using: &generator)
            ?? pick(endedBy: start, except: plan.items(in: span, rest: .zero), using: &generator)
            ?? pick(endedBy: .distantFuture, except: plan.items(in: span, rest: .zero), using: &generator)
            ?? pick(endedBy: .distantFuture, except: [], using: &generator)
    }

    private mutating func pick(
        endedBy latest: Instant, except planned: [Int], using generator: inout KeyedGenerator
    ) -> Int? {
        var barred = away.items(endingAfter: latest)
        if !planned.isEmpty { barred = Set(barred + planned).sorted() }
        let free = odds.total - barred.reduce(0) { $0 + odds.weight(of: $1) }
        guard free > 0 else { return nil }
        return odds.item(at: generator.next(below: free), passing: barred)
    }

    private static func staggered(
        position: Int, rules: StoreRules, seed: ScheduleSeed, firstWindow: Instant, earliest: Instant
    ) -> Instant {
        guard case .shelfLife(let range) = rules.end(at: position) else { return max(earliest, firstWindow) }
        let longest = TimeSpan.seconds(range.upperBound)
        let low = max(earliest, firstWindow - longest - longest)
        let high = max(low, min(firstWindow, low + longest))
        var generator = seed.staggerGenerator(position: position, firstWindow: firstWindow)
        return low + .seconds(generator.next(below: UInt64((high - low).wholeSeconds) + 1))
    }
}
