/// How much of a purchase was taken back, in thousandths of a percent: 100,000 is all of it.
package struct RevokedShare: Hashable, Sendable {
    package static let none = RevokedShare(unchecked: 0)
    package static let whole = RevokedShare(unchecked: 100_000)

    package let thousandthsOfPercent: Int64

    /// `nil` unless the number is between 0 and 100,000.
    package init?(thousandthsOfPercent: Int64) {
        guard (0...Self.whole.thousandthsOfPercent).contains(thousandthsOfPercent) else { return nil }
        self.init(unchecked: thousandthsOfPercent)
    }

    private init(unchecked: Int64) {
        thousandthsOfPercent = unchecked
    }

    /// This share of an amount, rounded down in the player's favour. The amount must not be negative.
    package func of(_ amount: Int64) -> Int64 {
        let whole = Self.whole.thousandthsOfPercent
        return whole.dividingFullWidth(amount.multipliedFullWidth(by: thousandthsOfPercent)).quotient
    }
}
