/// What `noRepeat` leaves of the share that an item's weight asks for, on average over a long time.
///
/// Between two draws of one item, its listing and `noRepeat` have to pass, during which the other draws go on, and then
/// the item has to be drawn again. Seen from an item's draw, the draws at its own position are a renewal process that
/// begins with a renewal, so there are a little fewer of them than at the other positions (Cox, "Renewal Theory",
/// section 4.2).
package struct NoRepeatLimit: Hashable, Sendable {
    /// How many draws a store makes, on average, while one of its items is away: on the shelf, or kept from it.
    private let away: Double

    package init(_ rules: StoreRules) {
        let rows = rules.ends.map { row in
            let (from, to) = (Double(row.end.seconds.lowerBound), Double(row.end.seconds.upperBound))
            let (life, lengths) = ((from + to) / 2, to - from + 1)
            // How many draws a second its positions make, and how much the lengths of their offers vary.
            return (rate: Double(row.count) / life, variation: (lengths * lengths - 1) / 12 / (life * life))
        }
        let rate = rows.reduce(0) { $0 + $1.rate }
        let squaredVariation = rows.reduce(0) { $0 + $1.rate * $1.variation } / rate
        let draws = Double(rules.positions) + rate * Double(rules.noRepeat.milliseconds) / 1000
        // Without noRepeat the item is free again right when its own position draws.
        away = rules.noRepeat > .zero ? draws - (1 - squaredVariation) / 2 : draws - 1
    }

    /// The largest share that an item can have, however much it weighs.
    package var largestShare: Double { 1 / (away + 1) }

    /// What is left of each item's share. It is accurate for items with a large share, which are those that lose some.
    ///
    /// - Parameters:
    ///   - asked: the share that each item's weight asks for.
    ///   - shown: the share that each item has, from which follows how often it is away.
    /// - Returns: what was asked, if there are too few items for `noRepeat` to be kept.
    func shares(asked: [Double], shown: [Double]) -> [Double] {
        guard Double(asked.count { $0 > 0 }) * largestShare > 1 else { return asked }
        let missing = zip(asked, shown).map { $0 * min(1, $1 * away) }
        let allMissing = missing.reduce(0, +)
        return zip(asked, missing).map { asked, missing in
            // Where the item is free itself, the others that are away leave this weight to draw from.
            let free = 1 - allMissing + missing
            return asked > 0 ? 1 / (away + free / asked) : 0
        }
    }
}
