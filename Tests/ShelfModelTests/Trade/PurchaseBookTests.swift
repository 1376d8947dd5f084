import ShelfModel
import Testing

@Suite struct `A book of purchases` {
    @Test func `sells to a player who can pay, and takes the price`() {
        var book = book(balance: 100)
        #expect(book.judge(order("a")).verdict == .sold(number: nil))
        #expect(book.balances[wallet] == 60)
        #expect(book.owned[.init(player: 1, item: "kite")] == 1)
    }

    @Test func `gives the same answer to the same order, and keeps it once`() {
        var book = book(balance: 100)
        let first = book.judge(order("a"))
        let second = book.judge(order("a"))
        #expect(first.settled == second.settled)
        #expect((first.isReplay, second.isReplay) == (false, true))
        #expect(book.balances[wallet] == 60)
        #expect(book.judged.count == 1)
    }

    @Test func `repeats a refusal, though it would be judged otherwise by now`() {
        var book = book(balance: 0)
        #expect(book.judge(order("a")).verdict == .refused(.insufficientFunds))
        book.balances[wallet] = 100
        #expect(book.judge(order("a")).verdict == .refused(.insufficientFunds))
        #expect(book.judge(order("b")).verdict == .sold(number: nil))
    }

    @Test func `judges no new order on the terms of content that another version has overtaken`() {
        var book = book(balance: 100)
        #expect(book.judge(order("a")).isReplay == false)
        book.overtaken = [3: Instant(milliseconds: 5_000)]
        let (early, late) = (Instant(milliseconds: 4_999), Instant(milliseconds: 5_000))
        #expect(book.judge(order("b", basis: ContentBasis(version: 3, at: late))) == .newerContent)
        #expect(book.judge(order("a", basis: ContentBasis(version: 3, at: late))).isReplay == true)
        #expect(book.judge(order("c", basis: ContentBasis(version: 3, at: early))).isReplay == false)
        #expect(book.judged.count == 2)
    }

    @Test func `takes a key for one purchase only`() {
        var book = book(balance: 100)
        _ = book.judge(order("a"))
        #expect(book.judge(order("a", offered: 41)) == .keyReused)
        #expect(book.judge(order("a", position: 2)) == .keyReused)
        #expect(book.judge(order("a", player: 2)).isReplay == false, "another player's key is another key")
    }

    @Test func `sells until the listing's end and grace, and not at that instant`() {
        var book = book(balance: 1000)
        #expect(book.judge(order("a", atMs: 9_999)).verdict == .sold(number: nil))
        #expect(book.judge(order("b", atMs: 10_000)).verdict == .refused(.saleOver))
    }

    @Test func `sells nothing that is withdrawn, and confirms what it sold before`() {
        var book = book(balance: 1000)
        let first = book.judge(order("a"))
        book.withdrawn[order("a").listing] = true
        #expect(book.judge(order("b")).verdict == .refused(.withdrawn))
        #expect(book.judge(order("b2", offered: 41)).verdict == .refused(.withdrawn))
        #expect(book.judge(order("c", position: 2)).verdict == .sold(number: nil), "another listing goes on")
        #expect(book.judge(order("a")).settled == first.settled)
        #expect(book.balances[wallet] == 920)
    }

    @Test func `sells at the price that is on the card only`() {
        var book = book(balance: 1000)
        #expect(book.judge(order("a", offered: 39)).verdict == .refused(.priceChanged))
        #expect(book.judge(order("b", offered: 41)).verdict == .refused(.priceChanged))
        #expect(book.balances[wallet] == 1000)
    }

    @Test func `tells two spellings of a currency apart, as databases do`() {
        let (composed, decomposed) = ("M\u{FC}nzen", "Mu\u{308}nzen")
        let wallets = [composed, decomposed, "M\u{FC}nzen"].map { PurchaseBook.Wallet(player: 1, currency: $0) }
        #expect(wallets[0] != wallets[1] && wallets[0] == wallets[2])
        #expect(Set(wallets).count == 2)
        #expect(wallets[0] != PurchaseBook.Wallet(player: 2, currency: composed))
    }

    @Test func `numbers the copies of an edition, and sells no more than there are`() {
        var book = book(balance: 1000)
        book.editionsSold["kite"] = 15
        let answers = (0..<4).map { book.judge(order("k\($0)", edition: 17)).verdict }
        #expect(answers == [.sold(number: 16), .sold(number: 17), .refused(.soldOut), .refused(.soldOut)])
        #expect(book.balances[wallet] == 920)
    }

    @Test func `sells no more from a listing than it has`() {
        var book = book(balance: 1000)
        let answers = (0..<3).map { book.judge(order("k\($0)", stock: 2)).verdict }
        #expect(answers == [.sold(number: nil), .sold(number: nil), .refused(.soldOut)])
        #expect(book.judge(order("k9", position: 2, stock: 2)).verdict == .sold(number: nil), "another has its own")
    }

    @Test func `lets a player own once what can be owned once`() {
        var book = book(balance: 1000)
        #expect(book.judge(order("a", limits: .init(item: 1))).verdict == .sold(number: nil))
        #expect(book.judge(order("b", limits: .init(item: 1))).verdict == .refused(.ownedAlready))
        book.owned[.init(player: 1, item: "kite")] = 0
        #expect(book.judge(order("c", limits: .init(item: 1))).verdict == .sold(number: nil), "it was taken back")
    }

    @Test(arguments: [PurchaseLimits(item: 2), PurchaseLimits(listing: 2), PurchaseLimits(day: 2)])
    func `sells a player no more than a limit allows`(limits: PurchaseLimits) {
        var book = book(balance: 1000)
        let answers = (0..<3).map { book.judge(order("k\($0)", limits: limits)).verdict }
        #expect(answers == [.sold(number: nil), .sold(number: nil), .refused(.limitReached)])
        book.balances[.init(player: 2, currency: "coins")] = 40
        #expect(
            book.judge(order("k", player: 2, limits: limits)).verdict == .sold(number: nil), "limits are a player's")
    }

    @Test func `gives what is free to who has nothing`() {
        var book = PurchaseBook { 0 }
        #expect(book.judge(order("a", offered: 0, price: 0)).verdict == .sold(number: nil))
    }

    @Test func `judges nothing of a player who doesn't exist`() {
        var book = book(balance: 100)
        book.unknownPlayers = [1]
        guard case .unknownPlayer = book.judge(order("a")) else {
            Issue.record("it was judged")
            return
        }
        #expect(book.judged.isEmpty)
        #expect(book.judge(order("a", player: 2)).verdict == .sold(number: nil))
    }

    @Test func `judges no order for a former card, and repeats what it judged before`() {
        var book = book(balance: 100)
        let first = book.judge(order("a"))
        book.replaced = [order("b").listing: true]
        #expect(book.judge(order("b")) == .replaced)
        #expect(book.judge(order("a")).verdict == first.verdict)
        #expect(book.judged.count == 1)
    }

    @Test func `lets a refused order change nothing for those after it`() {
        var book = book(balance: 100)
        let verdicts = [
            book.judge(order("a", offered: 80, price: 80)), book.judge(order("b", offered: 80, price: 80)),
            book.judge(order("c", offered: 20, price: 20)),
        ].map(\.verdict)
        #expect(verdicts == [.sold(number: nil), .refused(.insufficientFunds), .sold(number: nil)])
    }

    @Test func `numbers orders as they are judged, by their instants and by chance`() {
        var book = PurchaseBook(after: 10_240_000) { 5 }
        for (key, atMs) in [("a", 4_000), ("b", 5_000), ("c", 5_000), ("d", 4_999), ("e", 5_001)] as [(String, Int64)] {
            _ = book.judge(order(key, atMs: atMs))
        }
        #expect(book.judged.map(\.settled.id) == [10_240_001, 10_240_005, 10_240_006, 10_240_007, 10_242_053])
    }

    @Test func `names what its orders have changed, and nothing that they haven't`() {
        var book = book(balance: 1000)
        let limits = PurchaseLimits(item: 9, listing: 1, day: 9)
        let first = order("a", edition: 5, stock: 2, limits: limits)
        let orders = [
            first, order("b", stock: 2, limits: limits), order("c", player: 2, position: 2, offered: 0, price: 0),
            order("d", player: 2, position: 2, offered: 0, price: 0),
        ]
        for order in orders { _ = book.judge(order) }
        #expect(book.judged.map(\.order) == orders)
        #expect(book.sold.map(\.key) == ["a", "c", "d"])
        #expect(book.changedWallets == Set([wallet]), "what is free changes no wallet")
        #expect(book.changedOwnerships.count == 2)
        #expect(book.changedOwnerships[.init(player: 1, item: "kite")]?.key == "a")
        #expect(book.changedOwnerships[.init(player: 2, item: "kite")]?.key == "d", "the latest order counts")
        #expect(book.changedEditions == Set(["kite"]))
        #expect(book.changedStock == Set([first.listing]))
        let tallies: Set<PurchaseBook.Tally> = [
            .listing(player: 1, first.listing), .day(player: 1, store: "main", day: 0),
        ]
        #expect(book.changedTallies == tallies)
    }

    private let wallet = PurchaseBook.Wallet(player: 1, currency: "coins")

    private func book(balance: Int64) -> PurchaseBook {
        var book = PurchaseBook { 0 }
        book.balances[wallet] = balance
        book.balances[.init(player: 2, currency: "coins")] = balance
        return book
    }

    private func order(
        _ key: String, player: Int64 = 1, position: Int = 1, offered: Int64 = 40, price: Int64 = 40,
        atMs: Int64 = 5_000, edition: Int64? = nil, stock: Int64? = nil, limits: PurchaseLimits = .none,
        basis: ContentBasis? = nil
    ) -> PurchaseOrder {
        PurchaseOrder(
            player: player, key: key,
            listing: ListingName(
                store: "main", chain: Array(repeating: 7, count: 16), slot: 3, position: position, revision: 0),
            offered: offered, at: Instant(milliseconds: atMs),
            terms: SaleTerms(
                item: "kite", card: [], currency: "coins", price: price, end: Instant(milliseconds: 10_000),
                edition: edition,
                stock: stock, limits: limits),
            basis: basis)
    }
}

extension PurchaseAnswer {
    fileprivate var settled: SettledOrder? {
        if case .judged(let settled, _, _) = self { settled } else { nil }
    }

    fileprivate var verdict: PurchaseVerdict? { settled?.verdict }

    fileprivate var isReplay: Bool? {
        if case .judged(_, _, let isReplay) = self { isReplay } else { nil }
    }
}
