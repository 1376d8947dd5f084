import ShelfModel
import Testing

@Suite struct `A tally` {
    private let rows: [(chain: [UInt8], text: String)] = [
        ([], ""), ([0], "AA=="), ([255], "/w=="), ([1, 2], "AQI="), ([1, 2, 3], "AQID"), ([251, 255, 191], "+/+/"),
        (Array(0..<16), "AAECAwQFBgcICQoLDA0ODw=="), (Array(0..<32), "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="),
        (Array(224...255), "4OHi4+Tl5ufo6err7O3u7/Dx8vP09fb3+Pn6+/z9/v8="),
    ]

    @Test func `of a listing is stored under its chain in Base64, its slot, position and revision`() {
        for row in rows {
            let name = ListingName(store: "main", chain: row.chain, slot: 3, position: 1, revision: 20)
            let tally = PurchaseBook.Tally.listing(player: 7, name)
            #expect(tally.what == "listing \(row.text) 3 1 20")
            #expect(tally.player == 7)
        }
    }

    @Test func `of a day is stored under the day's number and its store`() {
        let tally = PurchaseBook.Tally.day(player: 7, store: "main", day: 20_833)
        #expect(tally.what == "day 20833 main")
        #expect(tally.player == 7)
    }

    @Test(
        arguments: [
            // The day, when it begins, and its minutes.
            (Zone.berlin, "2026-03-29", at("2026-03-28", 23), 23 * 60),
            (.berlin, "2026-10-25", at("2026-10-24", 22), 25 * 60),
            (.sydney, "2026-10-04", at("2026-10-03", 14), 23 * 60),
            (.sydney, "2026-04-05", at("2026-04-04", 13), 25 * 60),
            (.lordHowe, "2026-10-04", at("2026-10-03", 13, 30), 23 * 60 + 30),
            (.lordHowe, "2026-04-05", at("2026-04-04", 13), 24 * 60 + 30),
            (.saoPaulo, "2026-11-01", at("2026-11-01", 3), 24 * 60),
        ] as [(Zone, String, Instant, Int)])
    func `of a day counts from the zone's midnight to the next`(zone: Zone, text: String, start: Instant, minutes: Int)
    {
        func tally(at instant: Instant) -> PurchaseBook.Tally {
            let terms = SaleTerms(
                item: "kite", card: [], currency: "coins", price: 1, end: .distantFuture,
                limits: PurchaseLimits(day: 1), zone: zone)
            let name = ListingName(store: "main", chain: [7], slot: 1, position: 1, revision: 0)
            return PurchaseOrder(player: 7, key: "a", listing: name, offered: 1, at: instant, terms: terms).dayTally
        }
        func number(_ text: String, _ days: Int = 0) -> PurchaseBook.Tally {
            .day(player: 7, store: "main", day: Int64(day(text).daysSinceEpoch + days))
        }
        let end = start + .minutes(minutes)
        #expect(tally(at: start - .milliseconds(1)) == number(text, -1))
        #expect(tally(at: start) == number(text))
        #expect(tally(at: end - .milliseconds(1)) == number(text))
        #expect(tally(at: end) == number(text, 1))
    }
}
