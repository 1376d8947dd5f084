/// Checks ahead of time whether the rules ever leave too few items to draw from, which would otherwise show only when
/// the schedule gets there.
package enum ChoiceCheck {
    /// From an instant on, fewer items can be drawn than the store needs.
    package struct Shortage: Error, Hashable {
        package let from: Instant
        package let eligible: Int
        package let needed: Int
    }

    /// The first shortage in `span`; `nil` when there are always enough items.
    package static func shortage(rules: StoreRules, catalogue: Catalogue, in span: Range<Instant>) -> Shortage? {
        shortages([rules], catalogue: catalogue, in: span)[0]
    }

    /// The first shortage of each store, as far as it was found before the task was cancelled. Stores that forbid the
    /// same are looked at once, because a server may have hundreds that differ in their titles and colours only.
    package static func shortages(
        _ stores: [StoreRules], catalogue: Catalogue, in span: Range<Instant>
    ) -> [Shortage?] {
        var known: [StoreRules: Shortage?] = [:]
        return stores.map { rules in
            let forbidding = rules.forbiddingOnly
            if let shortage = known[forbidding] { return shortage }
            let shortage = firstShortage(forbidding, catalogue, in: span)
            known[forbidding] = .some(shortage)
            return shortage
        }
    }

    private static func firstShortage(
        _ rules: StoreRules, _ catalogue: Catalogue, in span: Range<Instant>
    ) -> Shortage? {
        var odds = Odds(rules: rules, catalogue: catalogue)
        var instant: Instant? = span.lowerBound
        while let current = instant, span.contains(current), !Task.isCancelled {
            let eligible = odds.eligible(at: current)
            if eligible < rules.itemsNeeded {
                return Shortage(from: current, eligible: eligible, needed: rules.itemsNeeded)
            }
            instant = rules.changeWithTime ? odds.nextChange(after: current) : nil
        }
        return nil
    }
}

extension StoreRules {
    /// The same rules without a name, and without those that only say how often an item is drawn.
    ///
    /// This makes the check fast: a server reads hundreds of stores when it starts, and most of them forbid nothing.
    fileprivate var forbiddingOnly: StoreRules {
        StoreRules(
            store: "", positions: positions, shelfLife: shelfLife, groups: groups, noRepeat: noRepeat, zone: zone,
            choice: choice, weights: weights.filter { $0.factor == .zero })
    }

    /// Whether an item that may be drawn can be forbidden later. Releases alone only add items.
    fileprivate var changeWithTime: Bool {
        selectors.contains { $0.age != nil } || weights.contains { $0.season != .always }
    }
}
