import ShelfConfiguration
import ShelfModel
import ShelfWire
import Testing

@Suite struct `A report of sales` {
    private static let noon: Int64 = 1_800_000_000_000

    @Test func `leaves out columns in which there is nothing`() {
        let answer = SalesAnswer(
            fromMs: Self.noon, toMs: Self.noon + 7_200_000, closedUntilMs: Self.noon + 7_200_000,
            sales: [
                .init(
                    atMs: Self.noon, currency: "coins", sold: 12, revenue: 340, refunds: 0, refunded: 0, revocations: 0)
            ],
            money: [], players: [.init(atMs: Self.noon + 3_600_000, new: 0, active: 3)])
        #expect(
            SalesReport(answer, per: "total", step: .hours(1)).lines == [
                "2027-01-15T08:00:00Z to 2027-01-15T10:00:00Z", "",
                "from                  currency  sold  revenue  active_players",
                "2027-01-15T08:00:00Z  coins       12      340",
                "2027-01-15T09:00:00Z                                        3",
            ])
    }

    @Test func `says what may still change, when nothing happened, and what is left`() throws {
        let chain = try #require(ChainID("YM9gvYVLBrJCHzRqSXE_CA"))
        let listing = SalesAnswer.Listing(chain: chain, slot: 7, position: 2, revision: 0)
        let answer = SalesAnswer(
            fromMs: Self.noon, toMs: Self.noon + 3_600_000, closedUntilMs: Self.noon, sales: [],
            editions: [.init(item: "kite", copies: nil, left: nil, sold: 2)],
            stock: [.init(store: "main", listing: listing, item: "kite", copies: 5, left: 4)])
        #expect(
            SalesReport(answer, per: "item", step: .hours(1)).lines == [
                "2027-01-15T08:00:00Z to 2027-01-15T09:00:00Z, of which the end may still change", "",
                "Nothing happened.", "", "edition  copies  sold  left", "kite          ?     2     ?", "",
                "on sale now  position  item  copies  left", "main                3  kite       5     4",
            ])
    }

    @Test func `counts positions from 1 in the rows of listings, and leaves the first one in`() throws {
        let chain = try #require(ChainID("YM9gvYVLBrJCHzRqSXE_CA"))
        var sale = SalesAnswer.Sale(
            atMs: Self.noon, currency: "coins", sold: 1, revenue: 15, refunds: 0, refunded: 0, revocations: 0)
        (sale.store, sale.item) = ("main", "kite")
        sale.listing = .init(chain: chain, slot: 7, position: 0, revision: 0)
        let answer = SalesAnswer(
            fromMs: Self.noon, toMs: Self.noon + 3_600_000, closedUntilMs: nil, sales: [sale])
        #expect(
            SalesReport(answer, per: "listing", step: .hours(1)).lines.suffix(2) == [
                "from                  store  item  chain                   slot  position  currency  sold  revenue",
                "2027-01-15T08:00:00Z  main   kite  YM9gvYVLBrJCHzRqSXE_CA     7         1  coins        1       15",
            ])
    }
}
