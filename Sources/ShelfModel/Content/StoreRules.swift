/// A designer's rules for one store: how many positions it has, how long an offer lasts, and what may be offered.
package struct StoreRules: Hashable, Sendable {
    package let store: String
    package let positions: Int
    /// How long an offer lasts, in whole seconds.
    package let shelfLife: ClosedRange<Int>
    /// For how long an item stays away from the store after an offer of it has ended.
    package let noRepeat: TimeSpan
    /// Dates and times in rules are those of its clock.
    package var zone: Zone
    package let choice: Choice
    package let weights: [WeightRule]
    package var plan: [PlannedAppearance]

    package init(
        store: String, positions: Int, shelfLife: ClosedRange<Int> = 45...240, noRepeat: TimeSpan = .zero,
        zone: Zone = .utc, choice: Choice = .all, weights: [WeightRule] = [],
        plan: [PlannedAppearance] = []
    ) {
        self.store = store
        self.positions = positions
        self.shelfLife = shelfLife
        self.noRepeat = noRepeat
        self.zone = zone
        self.choice = choice
        self.weights = weights
        self.plan = plan
    }

    /// The weight that the rules give an item at `instant`; zero when it may not be drawn.
    package func weight(of item: Item, editionLeft: Int64?, at instant: Instant) -> Weight {
        guard item.released.instant(in: zone) <= instant, editionLeft != 0,
            choice.contains(item, editionLeft: editionLeft, at: instant, in: zone)
        else { return .zero }
        return weights.reduce(.one) { weight, rule in
            let applies =
                rule.season.holds(at: instant, in: zone)
                && rule.selector.matches(item, editionLeft: editionLeft, at: instant, in: zone)
            return applies ? weight * rule.factor : weight
        }
    }

    /// How many items must be available so that every draw can keep `noRepeat`.
    ///
    /// At a draw, each other position blocks the item that it shows, and the items whose listings ended there within
    /// `noRepeat`, of which there is at most one for each shortest shelf life. The position that draws blocks only
    /// the latter. One more item must be free to be drawn.
    package var itemsNeeded: Int {
        let shortest = Int64(shelfLife.lowerBound) * 1000
        return positions * (Int((noRepeat.milliseconds + shortest - 1) / shortest) + 1)
    }

    var selectors: [Selector] { [choice.include] + choice.except + weights.map(\.selector) }
}
