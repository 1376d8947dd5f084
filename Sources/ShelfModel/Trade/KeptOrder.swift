/// A settled order with the card that was on sale, and its later reversal if there was one.
package struct KeptOrder: Hashable, Sendable {
    package let settled: SettledOrder
    package let reversal: Reversal?
    /// The card as it was shown, as JSON; `nil` for orders from before the server stored cards.
    package let card: [UInt8]?

    package init(settled: SettledOrder, reversal: Reversal?, card: [UInt8]?) {
        self.settled = settled
        self.reversal = reversal
        self.card = card
    }
}
