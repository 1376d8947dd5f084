/// What every item of a catalogue weighs under a store's rules, kept until something changes.
///
/// Weights change at few instants (a release, a birthday that a rule speaks
/// of, a day on which a season begins), so they are worked out once for the
/// span between two of these and used for every draw in it.
package struct Odds: Sendable {
    package let rules: StoreRules
    package let catalogue: Catalogue
    package private(set) var editionsLeft: EditionsLeft
    /// Millionths, by the item's index in the catalogue.
    private(set) var weights: [UInt64] = []
    private(set) var total: UInt64 = 0
    private var valid = Instant.distantFuture..<Instant.distantFuture

    package init(rules: StoreRules, catalogue: Catalogue, editionsLeft: EditionsLeft = EditionsLeft()) {
        self.rules = rules
        self.catalogue = catalogue
        self.editionsLeft = editionsLeft
    }

    /// Weighs by other editions from now on.
    mutating func take(_ editionsLeft: EditionsLeft) {
        guard editionsLeft != self.editionsLeft else { return }
        self.editionsLeft = editionsLeft
        valid = Instant.distantFuture..<Instant.distantFuture
    }

    /// Makes ``weights`` those of `instant`.
    mutating func move(to instant: Instant) {
        guard !valid.contains(instant) else { return }
        weights = catalogue.items.map {
            rules.weight(of: $0, editionLeft: editionsLeft[$0], at: instant).millionths
        }
        total = weights.reduce(0, +)
        valid = instant..<(nextChange(after: instant) ?? .distantFuture)
    }

    /// What each item weighs at `instant`, by its index in the catalogue.
    package mutating func weights(at instant: Instant) -> [Weight] {
        move(to: instant)
        return weights.map(Weight.init(millionths:))
    }

    /// How many items can be drawn at `instant`.
    package mutating func eligible(at instant: Instant) -> Int {
        move(to: instant)
        return weights.count { $0 > 0 }
    }

    /// The first instant after `instant` at which a weight may change.
    package func nextChange(after instant: Instant) -> Instant? {
        let seasons = rules.weights.compactMap {
            $0.season.dates?.nextBoundary(after: instant, offset: rules.offset)
        }
        return (seasons + (nextBirthday(after: instant).map { [$0] } ?? [])).min()
    }

    /// When an item is next released, or reaches an age that a rule speaks of.
    ///
    /// It is asked for a few times a day; to keep all birthdays would take some 40 kB for each store.
    private func nextBirthday(after instant: Instant) -> Instant? {
        let ages = Set(rules.selectors.flatMap { [$0.age?.over, $0.age?.under].compactMap(\.self) })
        var next: Instant?
        for release in Set(catalogue.items.map { $0.released.instant(offset: rules.offset) }) {
            let birthdays = [release] + ages.map { $0.reached(from: release, offset: rules.offset) }
            for birthday in birthdays where birthday > instant { next = min(next ?? birthday, birthday) }
        }
        return next
    }
}

extension RandomAccessCollection where Index == Int {
    /// The first index from which on `belongsAfter` holds, by bisection.
    package func partitioningIndex(_ belongsAfter: (Element) -> Bool) -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = low + (high - low) / 2
            if belongsAfter(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
