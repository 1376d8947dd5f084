import ShelfModel
import ShelfSQLite
import ShelfTesting
import Testing

@Suite struct `A shop that is asked for much at once, and is closed and opened again` {
    @Test(arguments: 0..<8 as Range<UInt64>, 1...2)
    func `answers as if it had been asked one thing after the other, and keeps just that, with one server and with two`(
        seed: UInt64, servers: Int
    ) async throws {
        let folder = try TemporaryFolder()
        var history = try await ConcurrentHistory(seed: seed, servers: servers) {
            try SQLiteDatabase(path: folder.file("shelflife.sqlite"))
        }
        try await history.play()
        #expect(history.openings > 3)
        #expect(history.overlapping > history.calls.count / 3)
    }

    @Test func `of two who were both told that they have the first copy, one was told wrong`() throws {
        let first = call(order("a"), .sold(number: 1), purchase: 1, balance: 60)
        let second = call(order("b"), .sold(number: 2), purchase: 2, balance: 20)
        let wrong = call(order("b"), .sold(number: 1), purchase: 2, balance: 20)
        let journal = [entry(2, -40, "a", purchase: 1), entry(3, -40, "b", purchase: 2)]
        _ = try replay([[first(1, 4)], [second(2, 3)]], journal)
        #expect(throws: DatabaseContract.Broken.self) { try replay([[first(1, 4)], [wrong(2, 3)]], journal) }
        #expect(throws: DatabaseContract.Broken.self) { try replay([[first(1, 4)], [second(2, 3)]], [journal[0]]) }
    }

    @Test func `who asks after another was answered comes after them`() throws {
        let poor = call(order("a", price: 110), .refused(.insufficientFunds), purchase: 1, balance: 100)
        let journal = [entry(2, 10, "g")]
        _ = try replay([[grant(1, 3)], [poor(2, 4)]], journal)
        _ = try replay([[grant(3, 4)], [poor(1, 2)]], journal)
        #expect(throws: DatabaseContract.Broken.self) { try replay([[grant(1, 2)], [poor(3, 4)]], journal) }
    }

    @Test(arguments: [[0, 1, 2], [2, 1, 0], [1, 0, 2]])
    func `where two could be the next, both are tried`(lanes: [Int]) throws {
        // Both the refusal and the grant could be the first; only after the refusal first is all explained.
        let poor = call(order("a", price: 110), .refused(.insufficientFunds), purchase: 1, balance: 100)
        let rich = call(order("b", price: 110), .sold(number: 1), purchase: 2, balance: 0)
        let calls = [[poor(1, 9)], [grant(2, 8)], [rich(3, 7)]]
        let journal = [entry(2, 10, "g"), entry(3, -110, "b", purchase: 2)]
        _ = try replay(lanes.map { calls[$0] }, journal)
    }

    private func replay(_ lanes: [[TradeCall]], _ journal: [JournalEntry]) throws -> PlainTrade {
        var shop = PlainTrade()
        shop.welcome(1, 100, at: Fixtures.start)
        return try SerialOrder(lanes, journal: shop.entries + journal).replay(from: shop)
    }

    private func order(_ key: String, price: Int64 = 40) -> PurchaseOrder {
        PurchaseOrder(
            player: 1, key: key,
            listing: ListingName(store: "main", chain: [], slot: 1, position: 0, revision: 0), offered: price,
            at: Fixtures.start,
            terms: SaleTerms(
                item: "kite", card: [], currency: "coins", price: price, end: Fixtures.start + .minutes(1), edition: 9))
    }

    private func call(_ order: PurchaseOrder, _ verdict: PurchaseVerdict, purchase: Int64, balance: Int64)
        -> (Int, Int) -> TradeCall
    {
        let settled = SettledOrder(id: purchase, order: OrderRecord(order), verdict: verdict)
        let answer = PurchaseAnswer.judged(settled, balance: balance, isReplay: false)
        return { TradeCall(request: .buy(order), answer: .bought(answer), began: $0, ended: $1) }
    }

    /// Of ten coins.
    private func grant(_ began: Int, _ ended: Int) -> TradeCall {
        let posting = Posting(
            player: 1, currency: "coins", amount: 10, counterpart: .grants, reason: "test", by: "anna", key: "g",
            at: Fixtures.start)
        return TradeCall(
            request: .post(posting), answer: .posted(.posted(entry(2, 10, "g"), balance: 110, isReplay: false)),
            began: began, ended: ended)
    }

    private func entry(_ id: Int64, _ amount: Int64, _ key: String, purchase: Int64? = nil) -> JournalEntry {
        JournalEntry(
            id: id, at: Fixtures.start, player: 1, currency: "coins", amount: amount,
            counterpart: purchase == nil ? .grants : .sales, reason: purchase == nil ? "test" : "purchase",
            by: purchase == nil ? "anna" : "player", key: key, purchase: purchase)
    }
}
