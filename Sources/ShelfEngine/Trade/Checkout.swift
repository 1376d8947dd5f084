package import ShelfDatabase
package import ShelfModel
package import ShelfWire

/// Handles a request to buy: finds the listing that the request names, makes an order on its terms, and lets the till
/// judge the order.
package struct Checkout: Sendable {
    private let sales: ListingTerms
    private let shelves: Shelves
    private let till: Till
    private let versions: ContentVersions
    private let database: any TradeDatabase & HoldingsDatabase & ScheduleDatabase

    package init(
        sales: ListingTerms, shelves: Shelves, till: Till, versions: ContentVersions,
        database: any TradeDatabase & HoldingsDatabase & ScheduleDatabase
    ) {
        self.sales = sales
        self.shelves = shelves
        self.till = till
        self.versions = versions
        self.database = database
    }

    /// The outcome of a request to buy.
    package enum Outcome: Sendable {
        /// - Parameter receipts: signs for the store.
        case judged(SettledOrder, balance: Int64, isReplay: Bool, receipts: ReceiptSigner)
        /// The idempotency key was already used for a different request.
        case keyReused
        /// The player is no longer in the database, because the database was restored to an earlier state.
        case unknownPlayer
        /// The slot is still sealed. The outcome is the same whether it has a listing or not.
        case notOnSale
        /// There is no such store, or no such listing in it.
        case unknown
        /// The store was closed, and nothing was bought with this idempotency key before.
        case gone
        /// The store is still being loaded, or other content is being put in force. The outcome `unknown` would be
        /// wrong here: the client would forget a purchase that may have been made earlier.
        case notReady
        /// The store is paused, and nothing was judged.
        case paused
    }

    /// - Parameters:
    ///   - now: when the request was read.
    ///   - earliest: the earliest that the true time can be.
    /// - Throws: the database's error.
    package func buy(
        _ request: PurchaseRequest, in store: String, as id: OrderID, at now: Instant, earliest: Instant
    ) async throws -> Outcome {
        if let outcome = try await buyOnKnownTerms(request, in: store, as: id, at: now, earliest: earliest) {
            return outcome
        }
        await versions.follow()
        return try await buyOnKnownTerms(request, in: store, as: id, at: now, earliest: earliest) ?? .notReady
    }

    /// - Returns: `nil` when another content version is in force than the one that this server knows. Then nothing was
    ///   judged.
    private func buyOnKnownTerms(
        _ request: PurchaseRequest, in store: String, as id: OrderID, at now: Instant, earliest: Instant
    ) async throws -> Outcome? {
        let name = ListingName(
            store: store, chain: request.chain.bytes, slot: request.slot, position: request.position,
            revision: request.revision)
        guard sales.sells(in: store) else { return try await lateReplay(of: id, name, request) }
        guard let receipts = shelves[store]?.receipts else { return .notReady }
        if sales.isSealed(name, at: now, earliest: earliest) { return .notOnSale }
        guard let sale = sales[name, at: now] else { return try await replay(of: id, name, request, receipts) }
        guard now >= sale.start else { return .notOnSale }
        let order = PurchaseOrder(
            player: id.player, key: id.key, listing: name, shown: sale.shown, counted: sale.counted,
            offered: request.price, at: now, terms: sale.terms,
            basis: sale.version.map { ContentBasis(version: $0, at: earliest) })
        switch try await till.settle(order) {
        case .newerContent: return nil
        case .keyReused: return .keyReused
        case .unknownPlayer: return .unknownPlayer
        case .replaced: return .unknown
        case .paused: return .paused
        case .judged(let settled, let balance, let isReplay):
            return .judged(settled, balance: balance, isReplay: isReplay, receipts: receipts)
        }
    }

    /// Answers a request for a listing of a store that the content doesn't have. If the store was closed, a repeated
    /// request for an old purchase gets the same answer as then.
    private func lateReplay(
        of id: OrderID, _ name: ListingName, _ request: PurchaseRequest
    ) async throws -> Outcome {
        guard let closed = try await database.store(name.store) else { return .unknown }
        let outcome = try await replay(of: id, name, request, ReceiptSigner(key: closed.signingKey()))
        if case .unknown = outcome { return .gone }
        return outcome
    }

    /// Answers a request for a listing that ended long ago. It can't be bought any more, but a repeated request for an
    /// old purchase gets the same answer as then.
    private func replay(
        of id: OrderID, _ name: ListingName, _ request: PurchaseRequest, _ receipts: ReceiptSigner
    ) async throws -> Outcome {
        guard let settled = try await database.settled(id) else { return .unknown }
        guard settled.order.listing == name, settled.order.offered == request.price else { return .keyReused }
        let balances = try await database.balances(of: id.player)
        return .judged(
            settled, balance: balances[settled.order.currency] ?? 0, isReplay: true, receipts: receipts)
    }
}
