import ShelfModel
import ShelfWire
import Testing

struct SalesTableTests {
    @Test func `a field with a comma, a quote or a line break is quoted, and what looks like a formula is none`() {
        let sets = ["plain", "a,b", "say \"so\"", "two\nlines", "=1+1", "+1", "-1", "@sum", "\t=1", "\"\u{301}", "1=1"]
        let fields = [
            "plain", "\"a,b\"", "\"say \"\"so\"\"\"", "\"two\nlines\"", "'=1+1", "'+1", "'-1", "'@sum", "'\t'=1",
            "\"\"\"\u{301}\"", "1=1",
        ]
        for (set, field) in zip(sets, fields) {
            let lines = Self.table("set", Self.sale(set: set)).csv
            let expected =
                "from,to,set,currency,sold,revenue,refunds,refunded,revocations\r\n"
                + "2027-01-15T08:00:00Z,2027-01-15T09:00:00Z,\(field),coins,2,30,1,15,0\r\n"
            #expect(lines == Array(expected.utf8), "\(set)")
        }
    }

    @Test func `a listing is named by its parts`() throws {
        var sale = Self.sale(set: nil)
        let chain = try #require(ChainID("YM9gvYVLBrJCHzRqSXE_CA"))
        (sale.store, sale.item) = ("main", "kite")
        sale.listing = SalesAnswer.Listing(chain: chain, slot: 7, position: 2, revision: 1)
        let table = Self.table("listing", sale)
        #expect(table.columns[2...7] == ["store", "item", "chain", "slot", "position", "revision"])
        #expect(
            table.rows[0][2...7] == [
                .text("main"), .text("kite"), .text("YM9gvYVLBrJCHzRqSXE_CA"), .number(7), .number(2), .number(1),
            ])
    }

    private static func sale(set: String?) -> SalesAnswer.Sale {
        var sale = SalesAnswer.Sale(
            atMs: 1_800_000_000_000, currency: "coins", sold: 2, revenue: 30, refunds: 1, refunded: 15,
            revocations: 0)
        sale.set = set
        return sale
    }

    private static func table(_ per: String, _ sale: SalesAnswer.Sale) -> SalesTable {
        let answer = SalesAnswer(fromMs: 0, toMs: 1, closedUntilMs: nil, sales: [sale])
        return SalesTable(answer, per: per, step: .hours(1))
    }
}
