/// Draws a store's listings, one after another, as far ahead as asked.
///
/// The same seed, catalogue and rules give the same listings on every machine,
/// however the way there is cut into extensions: each draw depends only on the
/// listings before it and on numbers keyed by its own position and start.
package struct Schedule: Sendable {
    private var odds: Odds
    private let seed: ScheduleSeed
    /// Where each position's next listing starts.
    private var nextStarts: [Instant]
    /// When the last listing of each item ends, by index in the catalogue.
    private var lastEnds: [Instant]
    private var day: (key: [UInt8], span: Range<Instant>)

    /// Nothing can be drawn: no item that the store may choose has been released and is left.
    package struct NothingToShow: Error, Hashable, CustomStringConvertible {
        package let store: String
        package let at: Instant

        package var description: String {
            """
            store \(store): no item can be drawn at \(CalendarDate(at)); \
            widen its choice, or release items before that date
            """
        }
    }

    /// Carries on after `listings`, or starts a new store before its first window.
    ///
    /// A position without listings starts one to two of the longest shelf
    /// lives before `firstWindow`, so that by then the positions change as
    /// evenly as they ever will.
    ///
    /// - Parameters:
    ///   - listings: what was drawn before, in any order; all that ended within `noRepeat` of the end.
    ///   - firstWindow: a whole second; used for positions that have no listing yet.
    ///   - earliest: a whole second before which no listing may start.
    package init(
        odds: Odds, seed: ScheduleSeed, after listings: [Listing], firstWindow: Instant,
        earliest: Instant = .distantPast
    ) {
        self.odds = odds
        self.seed = seed
        day = ([], Instant.distantFuture..<Instant.distantFuture)
        lastEnds = Array(repeating: .distantPast, count: odds.catalogue.items.count)
        var ends: [Int: Instant] = [:]
        for listing in listings {
            ends[listing.position] = max(ends[listing.position] ?? listing.end, listing.end)
            guard let index = odds.catalogue.index(of: listing.item) else { continue }
            lastEnds[index] = max(lastEnds[index], listing.end)
        }
        nextStarts = (0..<odds.rules.positions).map {
            ends[$0]
                ?? Self.staggered(
                    position: $0, rules: odds.rules, seed: seed, firstWindow: firstWindow, earliest: earliest)
        }
    }

    /// From when on no listing has been drawn for some position.
    package var end: Instant { nextStarts.min() ?? .distantFuture }

    /// Goes by other editions from the next draw on.
    package mutating func take(_ editionsLeft: EditionsLeft) {
        odds.take(editionsLeft)
    }

    /// Draws every listing that starts before `horizon`, in the order of their starts.
    package mutating func extend(until horizon: Instant) throws(NothingToShow) -> [Listing] {
        var drawn: [Listing] = []
        while let position = nextStarts.indices.min(by: { nextStarts[$0] < nextStarts[$1] }),
            nextStarts[position] < horizon
        {
            drawn.append(try draw(position: position, start: nextStarts[position]))
        }
        return drawn
    }

    private mutating func draw(position: Int, start: Instant) throws(NothingToShow) -> Listing {
        if !day.span.contains(start) {
            let midnight = start.floored(to: .days(1))
            day = (seed.dayKey(at: start), midnight..<midnight + .days(1))
        }
        odds.move(to: start)
        var generator = seed.generator(position: position, start: start, dayKey: day.key)
        let life = odds.rules.shelfLife
        let seconds = life.lowerBound + Int(generator.next(below: UInt64(life.count)))
        guard let index = pick(at: start, using: &generator) else {
            throw NothingToShow(store: odds.rules.store, at: start)
        }
        nextStarts[position] = start + .seconds(seconds)
        lastEnds[index] = max(lastEnds[index], nextStarts[position])
        return Listing(position: position, start: start, seconds: seconds, item: odds.catalogue.items[index].id)
    }

    /// Keeps `noRepeat`; where the choice is too small for that, at least shows nothing twice at once.
    private func pick(at start: Instant, using generator: inout KeyedGenerator) -> Int? {
        pick(endedBy: start - odds.rules.noRepeat, using: &generator)
            ?? pick(endedBy: start, using: &generator)
            ?? pick(endedBy: .distantFuture, using: &generator)
    }

    private func pick(endedBy latest: Instant, using generator: inout KeyedGenerator) -> Int? {
        var free = odds.total
        for index in lastEnds.indices where lastEnds[index] > latest { free -= odds.weights[index] }
        guard free > 0 else { return nil }
        var rest = generator.next(below: free)
        for index in lastEnds.indices where lastEnds[index] <= latest {
            let weight = odds.weights[index]
            if rest < weight { return index }
            rest -= weight
        }
        return nil
    }

    private static func staggered(
        position: Int, rules: StoreRules, seed: ScheduleSeed, firstWindow: Instant, earliest: Instant
    ) -> Instant {
        let longest = TimeSpan.seconds(rules.shelfLife.upperBound)
        let low = max(earliest, firstWindow - longest - longest)
        let high = max(low, min(firstWindow, low + longest))
        var generator = seed.staggerGenerator(position: position, firstWindow: firstWindow)
        return low + .seconds(generator.next(below: UInt64((high - low).wholeSeconds) + 1))
    }
}
