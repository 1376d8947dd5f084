import ShelfClient
import ShelfTerminal
import ShelfWire
import Testing

@Suite struct `Buying in a terminal` {
    let buyer = PlayerCredential()
    let size = TerminalSize(columns: 70, rows: 12)

    func intent(_ name: String = "Red Apple") -> PurchaseIntent {
        PurchaseIntent(
            store: "main",
            request: PurchaseRequest(chain: ShelfSample.chain, slot: 1, position: 0, revision: 0, price: 25),
            name: name, buyer: buyer)
    }

    func receipt(number: Int64?) -> Receipt {
        Receipt(
            purchase: 1, player: "1", key: "k", store: "main", chain: ShelfSample.chain, slot: 1, position: 0,
            revision: 0, item: "i", price: 25, currency: "coins", number: number, at: 0)
    }

    func answered(_ result: Result<Receipt, PurchaseError>, name: String = "Red Apple") -> PurchaseStatus {
        PurchaseStatus(
            underWay: [], answered: [AnsweredPurchase(intent: intent(name), result: result)],
            balances: ["coins": 975, "tokens": 3])
    }

    func lines(
        _ status: PurchaseStatus, chosen: Int? = nil, refusal: String? = nil, count: Int = 2, size: TerminalSize? = nil
    ) -> [String] {
        StoreFrame(
            stores: [ShelfSample.store("main")], selected: 0,
            shelf: ShelfSample.shelf((0..<count).map { ShelfSample.position($0) }, columns: 2),
            status: ShelfSample.status(), style: .plain,
            panel: PurchasePanel(status, currency: "coins", chosen: chosen, refusal: refusal)
        ).lines(size ?? self.size).map { String($0.reversed().drop { $0 == " " }.reversed()) }
    }

    @Test func `shows the wallet once it is known, in the store's currency`() {
        #expect(lines(.none)[1].hasPrefix("in step"))
        #expect(lines(answered(.success(receipt(number: nil))))[1].hasPrefix("975 coins · in step"))
    }

    @Test func `shows which position is chosen`() {
        let lines = lines(.none, chosen: 1)
        #expect(lines[3].hasPrefix("🍎 Red Apple"))
        #expect(lines[3].hasSuffix("▸ 🍎 Red Apple"))
    }

    @Test func `tells what is being bought and what came of it, right above the keys`() {
        let buying = PurchaseStatus(underWay: [intent()], answered: [], balances: [:])
        let cases: [(PurchaseStatus, String?, String)] = [
            (.none, nil, ""), (buying, nil, "buying Red Apple …"), (buying, "sealed", "buying Red Apple …"),
            (answered(.success(receipt(number: 17))), nil, "bought Red Apple as number 17"),
            (answered(.success(receipt(number: nil))), nil, "bought Red Apple"),
            (
                answered(.failure(.soldOut)), nil,
                "Red Apple: sold out: others were quicker; nothing was taken"
            ),
            (answered(.success(receipt(number: 17))), "it is still sealed", "it is still sealed"),
        ]
        for (status, refusal, text) in cases {
            #expect(Array(lines(status, refusal: refusal).suffix(2)) == [text, "q quit · arrows choose, Enter buys"])
        }
    }

    @Test func `lets no name move the cursor of the terminal`() {
        let lines = lines(answered(.success(receipt(number: 1)), name: "x\u{1B}[2J\r\ny"))
        #expect(!lines.joined().unicodeScalars.contains { $0.properties.generalCategory == .control })
    }

    @Test(arguments: [(70, 12), (40, 8), (16, 5), (1, 1)])
    func `never takes more room than there is`(columns: Int, rows: Int) {
        let size = TerminalSize(columns: columns, rows: rows)
        let lines = lines(answered(.failure(.limitReached)), chosen: 0, count: 40, size: size)
        #expect(lines.count <= rows)
        if columns >= 40 { #expect(lines.allSatisfy { DisplayWidth.of($0) <= columns }) }
    }

    @Test func `the arrows walk over the shelf as it is drawn, and not over its edge`() {
        var cursor = ShelfCursor()
        #expect(cursor.position == nil)
        func move(_ directions: TerminalKey.Arrow...) -> Int? {
            for direction in directions { cursor.move(direction, count: 7, columns: 3) }
            return cursor.position
        }
        #expect(move(.down) == 0, "the first press only begins")
        #expect(move(.left, .up) == 0)
        #expect(move(.right, .down) == 4)
        #expect(move(.down) == 4, "there is nothing below")
        #expect(move(.left, .down) == 6)
        #expect(move(.right) == 6)
        #expect(move(.up, .up) == 0)
        cursor.move(.right, count: 0, columns: 1)
        #expect(cursor.position == nil)
    }

    @Test func `a frame tells how many stand in a row`() {
        for (columns, count) in [(200, 8), (70, 4), (33, 1)] {
            let frame = StoreFrame(
                stores: [ShelfSample.store("main")], selected: 0,
                shelf: ShelfSample.shelf((0..<16).map { ShelfSample.position($0) }, columns: 8),
                status: ShelfSample.status(), style: .plain)
            #expect(frame.columns(TerminalSize(columns: columns, rows: 40)) == count)
        }
    }

    @Test func `keys choose, buy, go to another store and quit`() {
        let keys: [(String, [TerminalKey])] = [
            ("\u{1B}[A\u{1B}[B", [.move(.up), .move(.down)]), ("\u{1B}[D\u{1B}[C", [.move(.left), .move(.right)]),
            ("\n", [.buy]), ("\r", [.buy]), ("\t\u{1B}[Z", [.next, .previous]), ("q", [.quit]),
            ("Q\u{4}", [.quit, .quit]),
            ("x7 ", []),
        ]
        for (text, expected) in keys { #expect(TerminalKey.keys(in: text.utf8) == expected, "\(text.utf8)") }
    }
}
