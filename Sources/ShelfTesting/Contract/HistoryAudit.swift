import ShelfDatabase
import ShelfModel

/// Checks what must be true of a shop in whatever order it handled its calls, from its answers and from the stored
/// rows.
struct HistoryAudit {
    private let database: any ShelfDatabase
    private let players: [Int64]
    private let new: [TradeCall]

    init(_ database: any ShelfDatabase, _ players: [Int64], _ calls: [TradeCall]) {
        (self.database, self.players) = (database, players)
        new = calls.filter(\.answer.isNew)
    }

    func check(given welcome: Int64) async throws {
        try checkKeys()
        try checkCopies()
        try await checkMoney(given: welcome)
    }

    private func checkKeys() throws {
        let names = new.map(\.request.name)
        try expect(Set(names).count == names.count, "a key was honoured twice")
    }

    private func checkCopies() throws {
        let sold = new.compactMap { call -> (order: PurchaseOrder, number: Int64?)? in
            guard case (.buy(let order), .bought(.judged(let settled, _, _))) = (call.request, call.answer),
                case .sold(let number) = settled.verdict
            else { return nil }
            return (order, number)
        }
        for (item, copies) in Dictionary(grouping: sold, by: { $0.order.terms.item }) {
            guard let edition = copies[0].order.terms.edition else { continue }
            try expect(copies.count <= edition, "\(copies.count) of \(item) were sold, of \(edition)")
            let numbers = copies.compactMap(\.number).sorted()
            try expect(numbers == Array(1...Int64(copies.count)), "\(item) was sold with the numbers \(numbers)")
        }
        for (listing, copies) in Dictionary(grouping: sold, by: \.order.listing) {
            guard let stock = copies[0].order.terms.stock else { continue }
            try expect(copies.count <= stock, "\(copies.count) were sold of \(listing), of \(stock)")
        }
    }

    private func checkMoney(given welcome: Int64) async throws {
        var coins: Int64 = 0
        for player in players {
            let balances = try await database.balances(of: player)
            try expect(balances.values.allSatisfy { $0 >= 0 }, "a balance is below zero")
            coins += balances.values.reduce(0, +)
        }
        let given = welcome * Int64(players.count) + new.map(\.given).reduce(0, +)
        try expect(coins == given, "there are \(coins) coins, and should be \(given)")
        try expect(await database.unbalancedWallets().isEmpty, "a balance is not the sum of its entries")
    }
}

extension TradeRequest {
    /// Identifies the request, so that repetitions can be recognised.
    fileprivate var name: String {
        switch self {
        case .buy(let order): "buy \(order.player) \(order.key)"
        case .post(let posting): "post \(posting.by) \(posting.key)"
        case .reverse(let reversal): "reverse \(reversal.purchase)"
        }
    }
}

extension TradeCall {
    /// The amount that the player received; negative when money was taken.
    fileprivate var given: Int64 {
        switch (request, answer) {
        case (.buy(let order), .bought(.judged(let settled, _, _))): settled.verdict.isSold ? -order.offered : 0
        case (.post, .posted(.posted(let entry, _, _))): entry.amount
        case (.reverse(let reversal), .reversed(.reversed(let kept, _, _))):
            reversal.kind == .refund ? kept.settled.order.offered : 0
        default: 0
        }
    }
}
