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
        var odds = Odds(rules: rules, catalogue: catalogue)
        var instant: Instant? = span.lowerBound
        while let current = instant, span.contains(current) {
            let eligible = odds.eligible(at: current)
            if eligible < rules.itemsNeeded {
                return Shortage(from: current, eligible: eligible, needed: rules.itemsNeeded)
            }
            instant = odds.nextChange(after: current)
        }
        return nil
    }
}
