/// The weights of all items of a catalogue under a store's rules, kept until one of them changes.
///
/// Weights change at few instants: at a release, when an item reaches an age that a rule names, when a season begins
/// or ends. So they are computed once for the span between two such instants, and used for every draw in it.
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

    /// Computes weights with other numbers of editions left from now on.
    mutating func take(_ editionsLeft: EditionsLeft) {
        guard editionsLeft != self.editionsLeft else { return }
        self.editionsLeft = editionsLeft
        valid = Instant.distantFuture..<Instant.distantFuture
    }

    /// Sets ``weights`` to those of `instant`.
    ///
    /// A store that has nothing else to show continues to show withdrawn items, which can't be bought, so that its
    /// windows go on.
    mutating func move(to instant: Instant) {
        guard !valid.contains(instant) else { return }
        weights = weights(at: instant, editionsLeft)
        if weights.allSatisfy({ $0 == 0 }), !editionsLeft.withdrawn.isEmpty {
            weights = weights(at: instant, EditionsLeft(sold: editionsLeft.sold))
        }
        total = weights.reduce(0, +)
        valid = instant..<(nextChange(after: instant) ?? .distantFuture)
    }

    private func weights(at instant: Instant, _ editionsLeft: EditionsLeft) -> [UInt64] {
        catalogue.items.map { rules.weight(of: $0, editionLeft: editionsLeft[$0], at: instant).millionths }
    }

    /// The weight of each item at `instant`, by its index in the catalogue.
    package mutating func weights(at instant: Instant) -> [Weight] {
        move(to: instant)
        return weights.map(Weight.init(millionths:))
    }

    /// Whether an item can be shown where it is planned: whatever the store's choice and weights, it must be released
    /// and not sold out.
    ///
    /// - Parameter index: the item's in the catalogue.
    func canShow(_ index: Int, at instant: Instant) -> Bool {
        let item = catalogue.items[index]
        return item.released.instant(offset: rules.offset) <= instant && editionsLeft[item] != 0
    }

    /// How many items can be drawn at `instant`.
    package mutating func eligible(at instant: Instant) -> Int {
        move(to: instant)
        return weights.count { $0 > 0 }
    }

    /// The first instant after `instant` at which a weight may change.
    package func nextChange(after instant: Instant) -> Instant? {
        let seasons = rules.weights.compactMap {
            $0.season.span?.nextBoundary(after: instant, offset: rules.offset)
        }
        return (seasons + (nextBirthday(after: instant).map { [$0] } ?? [])).min()
    }

    /// When an item is next released, or next reaches an age that a rule names.
    ///
    /// It is computed anew each time, a few times a day, because storing all of these instants would take some 40 kB
    /// for each store.
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
    /// The first index for which `belongsAfter` holds, found by bisection.
    package func partitioningIndex(_ belongsAfter: (Element) -> Bool) -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = low + (high - low) / 2
            if belongsAfter(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
