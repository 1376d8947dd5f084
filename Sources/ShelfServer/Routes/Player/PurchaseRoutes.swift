import HTTPTypes
import Hummingbird
import ShelfDatabase
import ShelfModel
import ShelfWire

/// Selling: an order is understood here, judged in the till, and answered with a receipt or a reason.
struct PurchaseRoutes {
    let sales: Sales
    let shelves: Shelves
    let till: Till
    let database: any TradeDatabase
    let timeline: Timeline
    let turnstile: Turnstile

    func add(to router: some RouterMethods<ShelfRequestContext>) {
        router.post("v1/stores/:store/purchases") { request, context in
            let player = try await turnstile.player(of: request, context)
            return try await buy(in: context.parameters.require("store"), for: player, request)
        }
    }

    private func buy(in store: String, for player: Int64, _ request: Request) async throws -> Response {
        let id = OrderID(player: player, key: try IdempotencyKey.of(request))
        let wish = try await JSONBody.read(PurchaseRequest.self, from: request)
        let now = timeline.now
        guard sales.sells(in: store) else { throw Problem.notFound }
        // One that is told "not found" may forget a purchase that was made before the store was read again.
        guard let published = shelves[store] else { throw Problem.unavailable }
        let answer = try await answer(to: wish, id, in: store, at: now)
        switch answer {
        case .keyReused: throw Problem.keyReused
        case .judged(let settled, let balance, let isReplay):
            return try response(to: settled, balance, isReplay: isReplay, signedBy: published.receipts)
        }
    }

    private func answer(to wish: PurchaseRequest, _ id: OrderID, in store: String, at now: Instant) async throws
        -> PurchaseAnswer
    {
        let name = ListingName(
            store: store, chain: wish.chain.bytes, slot: wish.slot, position: wish.position, revision: wish.revision)
        // Before its start a slot says nothing, not even whether there is a listing.
        if sales.isSealed(wish.slot, chain: name.chain, store: store, at: now, earliest: timeline.earliest) {
            throw Problem.notOnSale
        }
        guard let sale = sales[name] else { return try await available { try await replay(of: id, name, wish) } }
        guard now >= sale.start else { throw Problem.notOnSale }
        let order = PurchaseOrder(
            player: id.player, key: id.key, listing: name, offered: wish.price, at: now, terms: sale.terms)
        return try await available { try await till.settle(order) }
    }

    /// What has long been over can't be bought, but whoever asks again about an old purchase is told what came of it.
    private func replay(of id: OrderID, _ name: ListingName, _ wish: PurchaseRequest) async throws -> PurchaseAnswer {
        guard let settled = try await database.settled(id) else { throw Problem.notFound }
        guard settled.order.listing == name, settled.order.offered == wish.price else { return .keyReused }
        let balances = try await database.balances(of: id.player)
        return .judged(settled, balance: balances[settled.order.currency] ?? 0, isReplay: true)
    }

    private func response(
        to settled: SettledOrder, _ balance: Int64, isReplay: Bool, signedBy signer: ReceiptSigner
    ) throws -> Response {
        switch settled.verdict {
        case .refused(let refusal):
            var problem = Problem(refusal)
            problem.replayed = isReplay
            throw problem
        case .sold(let number):
            let confirmation = PurchaseConfirmation(
                receipt: try signer.sign(Receipt(settled, number: number)), replayed: isReplay, balance: balance)
            return try JSONBody.response(confirmation)
        }
    }
}

extension Receipt {
    fileprivate init(_ settled: SettledOrder, number: Int64?) throws {
        let (order, listing) = (settled.order, settled.order.listing)
        guard let chain = ChainID(bytes: listing.chain) else { throw Problem.internalError }
        self.init(
            purchase: settled.id, player: String(order.id.player), key: order.id.key, store: listing.store,
            chain: chain, slot: listing.slot, position: listing.position, revision: listing.revision,
            item: order.item, price: order.offered, currency: order.currency, number: number,
            at: order.at.milliseconds)
    }
}
