/// The weights of all items of a catalogue under a store's rules, kept until one of them changes.
///
/// Weights change at few instants: at a release, when an item reaches an age that a rule names, when a season begins
/// or ends. So they are computed once for the span between two such instants, and used for every draw in it.
package struct Odds: Sendable {
    package let rules: StoreRules
    package let catalogue: Catalogue
    package private(set) var editionsLeft: EditionsLeft
    /// The weights of all items before the one with this index in the catalogue, in millionths, and at the end of all
    /// items.
    private var sums: [UInt64] = []
    private var valid = Instant.distantFuture..<Instant.distantFuture
    private let hasRoom: @Sendable (Item) -> Bool

    /// - Parameter hasRoom: whether an item's card has room for when an offer begins and ends.
    package init(
        rules: StoreRules, catalogue: Catalogue, editionsLeft: EditionsLeft = EditionsLeft(),
        hasRoom: @escaping @Sendable (Item) -> Bool = { _ in true }
    ) {
        self.rules = rules
        self.catalogue = catalogue
        self.editionsLeft = editionsLeft
        self.hasRoom = hasRoom
    }

    /// Whether the listings of an offer of this item join. Those of an item that the catalogue doesn't have do: they go
    /// on from a card that says when they end.
    func joins(_ item: Item.ID) -> Bool { catalogue[item].map(hasRoom) ?? true }

    /// Computes weights with other numbers of editions left from now on.
    mutating func take(_ editionsLeft: EditionsLeft) {
        guard editionsLeft != self.editionsLeft else { return }
        self.editionsLeft = editionsLeft
        valid = Instant.distantFuture..<Instant.distantFuture
    }

    /// Uses the weights of `instant` from now on.
    ///
    /// A store that has nothing else to show continues to show withdrawn items, which can't be bought, so that its
    /// windows go on.
    mutating func move(to instant: Instant) {
        guard !valid.contains(instant) else { return }
        sums = sums(at: instant, editionsLeft)
        if total == 0, !editionsLeft.withdrawn.isEmpty {
            sums = sums(at: instant, EditionsLeft(sold: editionsLeft.sold))
        }
        valid = instant..<(nextChange(after: instant) ?? .distantFuture)
    }

    private func sums(at instant: Instant, _ editionsLeft: EditionsLeft) -> [UInt64] {
        var sums: [UInt64] = [0]
        sums.reserveCapacity(catalogue.items.count + 1)
        for item in catalogue.items {
            let weight = rules.weight(of: item, editionLeft: editionsLeft[item, at: instant], at: instant)
            sums.append(sums[sums.count - 1] + weight.millionths)
        }
        return sums
    }

    /// The weights of all items together, in millionths.
    package var total: UInt64 { sums.last ?? 0 }

    /// The weight of an item in millionths.
    ///
    /// - Parameter index: the item's in the catalogue.
    package func weight(of index: Int) -> UInt64 { sums[index + 1] - sums[index] }

    /// Lays the weights of all items side by side, except those that are barred, and returns the index of the item at
    /// this place.
    ///
    /// - Parameters:
    ///   - place: below the sum of the weights that aren't barred.
    ///   - barred: items by their index in the catalogue, in ascending order.
    package func item(at place: UInt64, passing barred: [Int]) -> Int {
        var place = place
        for index in barred {
            guard place >= sums[index] else { break }
            place += weight(of: index)
        }
        return sums.partitioningIndex { $0 > place } - 1
    }

    /// The weight of each item at `instant`, by its index in the catalogue.
    package mutating func weights(at instant: Instant) -> [Weight] {
        move(to: instant)
        return catalogue.items.indices.map { Weight(millionths: weight(of: $0)) }
    }

    /// Whether an item can be shown where it is planned: whatever the store's choice and weights, it must be released
    /// and not sold out.
    ///
    /// - Parameter index: the item's in the catalogue.
    func canShow(_ index: Int, at instant: Instant) -> Bool {
        let item = catalogue.items[index]
        return item.released.instant(in: rules.zone) <= instant && editionsLeft[item, at: instant] != 0
    }

    /// How many items can be drawn at `instant`.
    package mutating func eligible(at instant: Instant) -> Int {
        move(to: instant)
        return catalogue.items.indices.count { weight(of: $0) > 0 }
    }

    /// The first instant after `instant` at which a weight may change.
    package func nextChange(after instant: Instant) -> Instant? {
        let seasons = rules.weights.compactMap {
            $0.season.span?.nextBoundary(after: instant, in: rules.zone)
        }
        let lifted = editionsLeft.withdrawn.values.filter { $0 > instant }
        return (seasons + lifted + (nextBirthday(after: instant).map { [$0] } ?? [])).min()
    }

    /// When an item is next released, or next reaches an age that a rule names.
    ///
    /// It is computed anew each time, a few times a day, because storing all of these instants would take some 40 kB
    /// for each store.
    private func nextBirthday(after instant: Instant) -> Instant? {
        let ages = Set(rules.selectors.flatMap { [$0.age?.over, $0.age?.under].compactMap(\.self) })
        var next: Instant?
        for release in Set(catalogue.items.map { $0.released.instant(in: rules.zone) }) {
            let birthdays = [release] + ages.map { $0.reached(from: release, in: rules.zone) }
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
