public import ShelfWire

extension StoreModel {
    /// Buys what a position shows, at the price that it shows.
    ///
    ///     Button("\(card.price)") {
    ///         Task {
    ///             do {
    ///                 let receipt = try await store.buy(position)
    ///                 message = receipt.number.map { "Number \($0) is yours!" } ?? "It is yours!"
    ///             } catch {
    ///                 message = "\(error)"
    ///             }
    ///         }
    ///     }
    ///     .disabled(store.purchases.isBuying(position))
    ///
    /// It returns when the purchase is answered, which takes as long as the network takes: a lost answer, a server
    /// that starts anew or is busy only make it ask again, and the wish is kept on the device before it is first
    /// sent. When the app ends before the answer, it is asked for at the next start and comes into ``purchases``.
    /// However often it is sent, it is one purchase.
    ///
    /// Two taps on one listing are one wish while the first isn't answered, and both get its answer; a tap after
    /// the answer is another wish. When the calling task is cancelled, the purchase goes on without it.
    ///
    /// - Parameter position: as it was drawn, so that what changed meanwhile isn't bought instead.
    /// - Returns: the receipt, proven by the store's public key.
    /// - Throws: ``PurchaseError``; `CancellationError` when the task is cancelled, or the store is stopped, before the
    ///   answer is there.
    public func buy(_ position: ShelfPosition) async throws -> Receipt {
        guard let buyer else { throw PurchaseError.notRunning }
        return try await buyer.buy(position, at: clock.reading())
    }

    /// What the player has left of a currency, in its smallest unit; `nil` until ``loadBalances()`` or a purchase.
    ///
    /// - Parameter currency: may be left out where the player has only one.
    public func balance(of currency: String? = nil) -> Int64? {
        if let currency { return purchases.balances[currency] }
        return purchases.balances.count == 1 ? purchases.balances.values.first : nil
    }

    /// What the player has left, where it has only one currency; see ``balance(of:)``.
    public var balance: Int64? { balance() }

    /// Asks for the wallet; ``balance`` and ``purchases`` then have it. Purchases keep it up to date by themselves.
    ///
    /// - Throws: ``TransportError``; ``PurchaseError/notRunning``.
    public func loadBalances() async throws {
        try await running().loadBalances()
    }

    /// Puts what was bought in the App Store into the wallet; ``balance`` then has it.
    ///
    ///     for await result in Transaction.updates {
    ///         guard case .verified(let transaction) = result else { continue }
    ///         _ = try await store.topUp(signedTransaction: result.jwsRepresentation)
    ///         await transaction.finish()
    ///     }
    ///
    /// It returns when the server has counted it: a lost answer, a server that starts anew or is busy only make it
    /// ask again, and a transaction counts once, however often it is sent. What isn't finished by then StoreKit
    /// brings again at the next start, so nothing is lost with the app.
    ///
    /// - Parameter signedTransaction: the transaction's `jwsRepresentation`.
    /// - Throws: ``TransportError/problem(_:)`` when the server refuses it. Finish a transaction that is
    ///   `transactionRevoked` or `transactionTaken`; others may count once the server knows their product.
    ///   ``PurchaseError/notRunning``; `CancellationError` when the task is cancelled.
    public func topUp(signedTransaction: String) async throws -> TopUpConfirmation {
        try await running().topUp(signedTransaction)
    }

    /// What the player owns.
    ///
    ///     for item in try await store.inventory() { print(item.name, item.numbers) }
    ///
    /// - Throws: ``TransportError``; ``PurchaseError/notRunning``.
    public func inventory() async throws -> [InventoryItem] {
        try await running().inventory()
    }

    /// What the player bought or was refused, the newest first.
    ///
    /// - Parameters:
    ///   - before: the `next` of the page before; `nil` for the first.
    ///   - limit: how many at most, from 1 to 200.
    /// - Throws: ``TransportError``; ``PurchaseError/notRunning``.
    public func history(before: Int64? = nil, limit: Int = 50) async throws -> PurchaseHistory {
        try await running().history(before: before, limit: limit)
    }

    private func running() throws(PurchaseError) -> PurchaseRunner {
        guard let buyer else { throw .notRunning }
        return buyer
    }
}
