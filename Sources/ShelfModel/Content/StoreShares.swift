/// How often each item and each set is among a store's listings, in millionths.
package struct StoreShares: Hashable, Sendable {
    private(set) var items: [Item.ID: Int] = [:]
    private(set) var sets: [String: Int] = [:]
    /// How many listings were drawn to find them; 0 where they go by weights.
    private(set) var listings = 0

    init() {}

    /// - Parameters:
    ///   - counts: how often each item was drawn.
    ///   - catalogue: has the items' sets.
    init(counts: [Item.ID: UInt64], _ catalogue: Catalogue) {
        var (bySet, all) = ([String: UInt64](), UInt64(0))
        for (item, count) in counts {
            if let item = catalogue[item] { bySet[item.set, default: 0] += count }
            all += count
        }
        guard all > 0 else { return }
        items = counts.mapValues { Self.part($0, of: all) }
        sets = bySet.mapValues { Self.part($0, of: all) }
        listings = Int(all)
    }

    /// The share of the weights at an instant. What `noRepeat` keeps away and what is planned is left out.
    static func byWeights(_ store: StoreContent, _ catalogue: Catalogue, at instant: Instant) -> StoreShares {
        let (rules, left) = (store.rules, EditionsLeft())
        let weights = catalogue.items.map { item in
            Task.isCancelled ? 0 : rules.weight(of: item, editionLeft: left[item, at: instant], at: instant).millionths
        }
        let total = weights.reduce(0, +)
        guard total > 0 else { return StoreShares() }
        var (shares, sets) = (StoreShares(), [String: UInt64]())
        for (item, weight) in zip(catalogue.items, weights) {
            shares.items[item.id] = part(weight, of: total)
            sets[item.set, default: 0] += weight
        }
        shares.sets = sets.mapValues { part($0, of: total) }
        return shares
    }

    private static func part(_ weight: UInt64, of total: UInt64) -> Int {
        let (high, low) = weight.multipliedFullWidth(by: 1_000_000)
        return Int(total.dividingFullWidth((high, low)).quotient)
    }
}
