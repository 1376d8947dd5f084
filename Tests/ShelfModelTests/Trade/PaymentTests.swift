import ShelfModel
import Testing

@Suite struct `The payment of an order` {
    @Test func `is taken from the player, and given to the account of sales`() {
        let payment = NewJournalEntry(
            at: Instant(milliseconds: 5_000), player: 1, currency: "coins", amount: -40, counterpart: .sales,
            reason: "purchase", by: "player", key: "a", purchase: 9)
        #expect(SettledOrder.sample(offered: 40, verdict: .sold(number: 3)).payment == payment)
        #expect(payment.numbered(77).id == 77)
    }

    @Test func `is no entry if nothing was sold, or for nothing`() {
        #expect(SettledOrder.sample(offered: 40, verdict: .refused(.soldOut)).payment == nil)
        #expect(SettledOrder.sample(offered: 0, verdict: .sold(number: nil)).payment == nil)
    }
}
