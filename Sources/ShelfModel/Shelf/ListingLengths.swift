/// The lengths that a store's offers may have, and how to fill a gap with them.
///
/// Slots and seconds are public, so the lengths before a planned start must not tell that it is coming. They are drawn
/// as ordinary lengths are, on the condition that one of the offers ends at the planned second. Nothing can look more
/// ordinary: in a store without a plan, the stretches of offers that happen to end at that second have the same
/// lengths, equally often.
package struct ListingLengths: Sendable {
    package let range: ClosedRange<Int>
    /// How likely it is that one of a row of ordinary listings ends exactly this number of seconds after the row's
    /// start, as a multiple of a small unit. It is zero only where no row can end.
    private let chances: [UInt64]
    /// From here on, every gap can be filled.
    private let alwaysFilled: Int

    /// The chance of what is certain.
    private static let certain: UInt64 = 1 << 40
    /// How many lengths before a planned start are drawn with regard to it, as long as they differ enough.
    private static let lengthsAhead = 8
    private static let mostLengthsAhead = 64
    /// The longest look ahead in seconds; more would take memory.
    private static let secondsAhead = 1 << 18

    /// The most seconds that a listing lasts, 11 h: a chain of keys is longer, so no listing outlives the chain after its
    /// own.
    package static let longest = 39_600
    /// The most seconds that a listing lasts whose card says when its offer ends.
    package static let longestJoined = 3600

    /// Whether some offers last longer than the listings that join.
    var areLong: Bool { range.upperBound > Self.longestJoined }

    /// How long the first is of the fewest joined listings that fill the rest of an offer. Their lengths differ by a
    /// second at most, the longer ones come first, and asking again after each gives the same.
    static func joined(left seconds: Int) -> Int {
        let listings = (seconds + longestJoined - 1) / longestJoined
        return (seconds + listings - 1) / listings
    }

    /// - Parameter looksAhead: whether gaps are to be filled at all.
    package init(_ range: ClosedRange<Int>, looksAhead: Bool) {
        self.range = range
        let spread = range.count - 1
        alwaysFilled = spread == 0 ? .max : (range.lowerBound - 2 + spread) / spread * range.lowerBound
        chances = looksAhead ? Self.chances(range) : []
    }

    /// The chance of an end after `n` seconds is the mean of those of all lengths before it.
    private static func chances(_ range: ClosedRange<Int>) -> [UInt64] {
        let lengths = min(mostLengthsAhead, max(lengthsAhead, 4 * range.upperBound / range.count))
        var chances = [certain]
        chances.reserveCapacity(min(secondsAhead, lengths * range.upperBound) + 1)
        var sum: UInt64 = 0
        for second in 1...min(secondsAhead, lengths * range.upperBound) {
            if second >= range.lowerBound { sum += chances[second - range.lowerBound] }
            if second > range.upperBound { sum -= chances[second - range.upperBound - 1] }
            chances.append(sum == 0 ? 0 : max(1, sum / UInt64(range.count)))
        }
        return chances
    }

    /// From how many seconds on a gap makes no difference to the next length; `nil` where there is no such number.
    var sight: Int? { alwaysFilled == .max ? nil : max(chances.count, alwaysFilled + range.upperBound) }

    /// The shortest gap of at least `gap` seconds that lengths can fill.
    package func least(atLeast gap: Int) -> Int {
        guard gap > 0 else { return 0 }
        return max(gap, (gap + range.upperBound - 1) / range.upperBound * range.lowerBound)
    }

    /// The longest gap of at most `gap` seconds that lengths can fill; zero where none can.
    package func most(atMost gap: Int) -> Int {
        guard gap > 0 else { return 0 }
        return min(gap, gap / range.lowerBound * range.upperBound)
    }

    /// Whether lengths can fill the gap exactly. No length is needed to fill none.
    package func fill(_ gap: Int) -> Bool { gap >= 0 && least(atLeast: gap) == gap }

    /// Whether lengths can fill the time between two instants exactly.
    func fill(from start: Instant, to end: Instant) -> Bool { fill(Int((end - start).wholeSeconds)) }

    /// Draws a length, each equally likely.
    package func draw(using generator: inout KeyedGenerator) -> Int {
        range.lowerBound + Int(generator.next(below: UInt64(range.count)))
    }

    /// Draws the first of the lengths that fill a gap.
    ///
    /// - Parameter gap: one that lengths can fill.
    package func draw(filling gap: Int, using generator: inout KeyedGenerator) -> Int {
        guard gap < chances.count || gap - range.upperBound < alwaysFilled else { return draw(using: &generator) }
        let isNear = gap < chances.count
        let weights = range.map { length in
            let rest = gap - length
            return isNear ? (rest < 0 ? 0 : chances[rest]) : (fill(rest) ? 1 : 0)
        }
        var number = generator.next(below: weights.reduce(0, +))
        for (length, weight) in zip(range, weights) {
            if number < weight { return length }
            number -= weight
        }
        return range.upperBound
    }
}

extension StoreRules {
    /// Whether some offers last longer than the listings that join.
    package var offersAreLong: Bool { longestOffer > ListingLengths.longestJoined }
}
