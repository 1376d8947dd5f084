/// Tells before midnight what would otherwise show at midnight: that a rule leaves too few items.
package enum ChoiceCheck {
    /// From an instant on, fewer items can be drawn than the store needs.
    package struct Shortage: Error, Hashable {
        package let from: Instant
        package let eligible: Int
        package let needed: Int
    }

    /// The first shortage in `span`, or `nil` when the choice is wide enough all through it.
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
    /// The same without the rules that only say how often something is drawn.
    ///
    /// A server reads hundreds of stores at its start, and most of them forbid nothing.
    fileprivate var forbiddingOnly: StoreRules {
        StoreRules(
            store: store, positions: positions, shelfLife: shelfLife, noRepeat: noRepeat, offset: offset,
            choice: choice, weights: weights.filter { $0.factor == .zero })
    }

    /// Whether what may be drawn may later be forbidden. Releases alone only add to the choice.
    fileprivate var changeWithTime: Bool {
        selectors.contains { $0.age != nil } || weights.contains { $0.season != .always }
    }
}
