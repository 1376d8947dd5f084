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
        let rules = rules.forbiddingOnly
        var odds = Odds(rules: rules, catalogue: catalogue)
        var instant: Instant? = span.lowerBound
        while let current = instant, span.contains(current) {
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
    /// The same rules without those that only say how often an item is drawn.
    ///
    /// This makes the check fast: a server reads hundreds of stores when it starts, and most of them forbid nothing.
    fileprivate var forbiddingOnly: StoreRules {
        StoreRules(
            store: store, positions: positions, shelfLife: shelfLife, noRepeat: noRepeat, offset: offset,
            choice: choice, weights: weights.filter { $0.factor == .zero })
    }

    /// Whether an item that may be drawn can be forbidden later. Releases alone only add items.
    fileprivate var changeWithTime: Bool {
        selectors.contains { $0.age != nil } || weights.contains { $0.season != .always }
    }
}
