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
}
