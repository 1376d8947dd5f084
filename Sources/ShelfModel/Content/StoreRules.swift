/// A designer's rules for one store: how many positions it has, how long an offer lasts, and what may be offered.
package struct StoreRules: Hashable, Sendable {
    package let store: String
    package let positions: Int
    /// How long an offer lasts, in whole seconds, at the positions that ``groups`` don't name.
    package let shelfLife: ClosedRange<Int>
    /// The positions whose offers end otherwise: each position is in one at most.
    package let groups: [PositionGroup]
    /// For how long an item stays away from the store after an offer of it has ended.
    package let noRepeat: TimeSpan
    /// Dates and times in rules are those of its clock.
    package var zone: Zone
    package let choice: Choice
    package let weights: [WeightRule]
    package var plan: [PlannedAppearance]

    package init(
        store: String, positions: Int, shelfLife: ClosedRange<Int> = 45...240, groups: [PositionGroup] = [],
        noRepeat: TimeSpan = .zero,
        zone: Zone = .utc, choice: Choice = .all, weights: [WeightRule] = [],
        plan: [PlannedAppearance] = []
    ) {
        self.store = store
        self.positions = positions
        self.shelfLife = shelfLife
        self.groups = groups
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
        ends.reduce(0) { needed, group in
            let shortest = Int64(group.end.seconds.lowerBound) * 1000
            return needed + group.count * (Int((noRepeat.milliseconds + shortest - 1) / shortest) + 1)
        }
    }

    /// When the offers of a position end.
    package func end(at position: Int) -> OfferEnd {
        groups.first { $0.positions.contains(position) }?.end ?? .shelfLife(shelfLife)
    }

    /// How offers end, each with how many positions end theirs so.
    package var ends: [(end: OfferEnd, count: Int)] {
        let others = positions - groups.reduce(0) { $0 + $1.positions.count }
        return groups.map { ($0.end, $0.positions.count) } + (others > 0 ? [(.shelfLife(shelfLife), others)] : [])
    }

    /// The most seconds that an offer lasts.
    package var longestOffer: Int { ends.map(\.end.seconds.upperBound).max() ?? shelfLife.upperBound }

    /// The fewest seconds that an offer lasts.
    package var shortestOffer: Int { ends.map(\.end.seconds.lowerBound).min() ?? shelfLife.lowerBound }

    var selectors: [Selector] { [choice.include] + choice.except + weights.map(\.selector) }
}
