import ShelfModel
import Testing

@Suite struct `Withdrawn goods` {
    private static let noon = Instant(milliseconds: 1_800_000_000_000)

    private let name = ListingName(
        store: "main", chain: Array(repeating: 7, count: 16), slot: 3, position: 1, revision: 0)

    private func withdrawn(_ goods: WithdrawalOrder.Goods) -> Withdrawal {
        Withdrawal(
            number: 1, order: WithdrawalOrder(goods: goods, reason: "x", by: "anna", key: "k", at: Self.noon),
            listing: nil)
    }

    @Test(arguments: [
        WithdrawalOrder.Goods.item("kite", store: nil), .item("kite", store: "main"), .store("main"),
    ])
    func `cover what is on sale then or later, and not what had ended`(goods: WithdrawalOrder.Goods) {
        let known = WithdrawnGoods([withdrawn(goods)])
        func covers(fromMs: Int64, untilMs: Int64) -> Bool {
            let span = Self.noon + .milliseconds(fromMs)..<Self.noon + .milliseconds(untilMs)
            return known.covers(name, item: "kite", during: span)
        }
        #expect(!covers(fromMs: -60_000, untilMs: 0))
        #expect(covers(fromMs: -60_000, untilMs: 1))
        #expect(covers(fromMs: 500_000, untilMs: 560_000))
    }
}
