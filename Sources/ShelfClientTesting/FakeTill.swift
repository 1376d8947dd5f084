import Crypto
import ShelfClient
import ShelfModel
import ShelfWire

/// Sells what a ``FakeStore`` has shown to one player: each purchase once, however often it is sent.
@MainActor final class FakeTill {
    private static let player = "1"

    let isReachable = WatchedValue(true)
    var refusal: Problem.Code?
    private(set) var sold: [Receipt] = []

    private let clock: VirtualClock
    private let currency: String
    /// The same in each run, as all that is fake.
    private let key = try! Curve25519.Signing.PrivateKey(rawRepresentation: Array(repeating: 1, count: 32))
    private var balances: [String: Int64]
    /// By slot, all that were ever shown.
    private var listings: [Int: FakeListing] = [:]
    private var history: [PurchaseRecord] = []
    private var transactions: Set<String> = []

    /// - Parameter currencies: those that can be paid with; a top-up is in the first.
    init(clock: VirtualClock, currencies: [String], balance: Int64) {
        self.clock = clock
        currency = currencies.first ?? "coins"
        balances = Dictionary((currencies + Self.others).map { ($0, balance) }) { balance, _ in balance }
    }

    /// The player has at least two currencies, as players do once a second store opens, so that no test passes by chance
    /// with code that takes the only one.
    private static let others = ["coins", "gems"]

    var publicKey: PublicKey { PublicKey(key.publicKey) }

    func offer(_ listing: FakeListing) { listings[listing.listing.slot] = listing }

    var transport: TradeTransport {
        let tokens = PlayerTokens(player: Self.player, token: "token", expiresIn: 86_400, refreshToken: "refresh")
        return TradeTransport(
            signIn: { _ in tokens }, refresh: { _ in tokens },
            purchase: { store, key, request, _ in try await self.sell(request, key: key, store: store) },
            topUp: { transaction, _ in try await self.topUp(transaction) },
            wallet: { _ in try await self.wallet() }, inventory: { _ in try await self.inventory() },
            history: { before, limit, _ in try await self.history(before: before, limit: limit) })
    }

    /// Without a connection a request to buy is sent until it is answered, so it waits here.
    private func sell(_ request: PurchaseRequest, key: String, store: String) async throws -> PurchaseConfirmation {
        try await isReachable.wait { $0 }
        if let before = sold.first(where: { $0.key == key }) { return try confirm(before, isReplayed: true) }
        guard let listing = listings[request.slot] else { throw problem(.notFound) }
        let card = listing.card
        if let code = refusal ?? refusal(of: listing) {
            if !code.isPassing { record(card, number: nil, store: store, outcome: code.rawValue) }
            throw problem(code)
        }
        let number = card.edition.map { _ in Int64(copies(of: card) + 1) }
        balances[card.currency, default: 0] -= card.price
        record(card, number: number, store: store, outcome: "sold")
        let receipt = Receipt(
            purchase: Int64(history.count), player: Self.player, key: key, store: store, chain: request.chain,
            slot: request.slot, position: request.position, revision: request.revision, item: card.item,
            price: card.price, currency: card.currency, number: number, at: clock.now.milliseconds)
        sold.append(receipt)
        return try confirm(receipt, isReplayed: false)
    }

    /// Why a server would refuse this, whatever the test wants.
    private func refusal(of listing: FakeListing) -> Problem.Code? {
        let card = listing.card
        if clock.now >= listing.listing.end { return .saleOver }
        if let edition = card.edition, copies(of: card) >= edition { return .soldOut }
        return balances[card.currency, default: 0] < card.price ? .insufficientFunds : nil
    }

    private func problem(_ code: Problem.Code) -> TransportError {
        .problem(Problem(code, status: 409, title: "Refused", detail: "The fake store was told to refuse this."))
    }

    private func copies(of card: Card) -> Int { sold.count { $0.item == card.item } }

    private func confirm(_ receipt: Receipt, isReplayed: Bool) throws -> PurchaseConfirmation {
        PurchaseConfirmation(
            receipt: try SignedReceipt(receipt, key: key), replayed: isReplayed,
            balance: balances[receipt.currency, default: 0])
    }

    private func record(_ card: Card, number: Int64?, store: String, outcome: String) {
        history.append(
            PurchaseRecord(
                purchase: Int64(history.count + 1), store: store, item: card.item, name: card.name, set: card.set,
                glyph: card.glyph, art: card.art, price: card.price, currency: card.currency, number: number,
                at: clock.now.milliseconds, outcome: outcome))
    }

    private func topUp(_ transaction: String) async throws -> TopUpConfirmation {
        try await isReachable.wait { $0 }
        let isNew = !transactions.contains(transaction)
        let balance = balances[currency, default: 0] + (isNew ? FakeStore.topUp : 0)
        guard balance <= Money.most else { throw problem(.impossible) }
        transactions.insert(transaction)
        balances[currency] = balance
        return TopUpConfirmation(
            transaction: transaction, currency: currency, amount: FakeStore.topUp, replayed: !isNew,
            balance: balances[currency, default: 0])
    }

    private func wallet() throws -> PlayerAnswer {
        try checkConnection()
        return PlayerAnswer(player: Self.player, balances: balances)
    }

    private func inventory() throws -> InventoryAnswer {
        try checkConnection()
        let bought = Dictionary(grouping: history.filter { $0.outcome == "sold" }, by: \.item)
        let items = bought.values.sorted { $0[0].purchase < $1[0].purchase }.map(item)
        return InventoryAnswer(items: items)
    }

    private func item(_ copies: [PurchaseRecord]) -> InventoryItem {
        let last = copies.last!
        let edition = listings.values.lazy.map(\.card).first { $0.item == last.item }?.edition
        return InventoryItem(
            item: last.item, name: last.name, set: last.set ?? "", glyph: last.glyph, art: last.art,
            count: Int64(copies.count), edition: edition, numbers: copies.compactMap(\.number))
    }

    private func history(before: Int64?, limit: Int) throws -> PurchaseHistory {
        try checkConnection()
        let older = history.reversed().filter { $0.purchase < before ?? .max }
        return PurchaseHistory(
            purchases: Array(older.prefix(limit)), next: older.count > limit ? older[limit - 1].purchase : nil)
    }

    private func checkConnection() throws {
        guard isReachable.value else { throw TransportError.unreachable("the fake store is offline") }
    }
}

extension Problem.Code {
    /// Whether the SDK sends the same request again, because nothing was judged.
    fileprivate var isPassing: Bool {
        [.notOnSale, .notReady, .internalError, .rateLimited, .unavailable, .unauthorized].contains(self)
    }
}
