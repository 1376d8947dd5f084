/// How much of a purchase was taken back, in thousandths of a percent: 100,000 is all of it.
package struct RevokedShare: Hashable, Sendable {
    package static let none = RevokedShare(unchecked: 0)
    package static let whole = RevokedShare(unchecked: 100_000)

    package let thousandthsOfPercent: Int64

    /// `nil` unless it is 0 to 100,000.
    package init?(thousandthsOfPercent: Int64) {
        guard (0...Self.whole.thousandthsOfPercent).contains(thousandthsOfPercent) else { return nil }
        self.init(unchecked: thousandthsOfPercent)
    }

    private init(unchecked: Int64) {
        thousandthsOfPercent = unchecked
    }

    /// This share of an amount that isn't negative, rounded down: a doubt is the player's.
    package func of(_ amount: Int64) -> Int64 {
        let whole = Self.whole.thousandthsOfPercent
        return whole.dividingFullWidth(amount.multipliedFullWidth(by: thousandthsOfPercent)).quotient
    }
}
