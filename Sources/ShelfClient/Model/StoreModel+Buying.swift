public import ShelfModel
public import ShelfWire

extension StoreModel {
    /// Buys exactly what a position showed when it was drawn, at the price that it showed.
    ///
    ///     Button("\(card.price)") {
    ///         Task {
    ///             do throws(PurchaseError) {
    ///                 let receipt = try await store.buy(position)
    ///                 message = receipt.number.map { "Number \($0) is yours!" } ?? "It is yours!"
    ///             } catch .insufficientFunds {
    ///                 showsTopUp = true
    ///             } catch {
    ///                 message = "\(error)"
    ///             }
    ///         }
    ///     }
    ///     .disabled(position.isTapGuarded || position.isWithdrawn || position.isSoldOut || store.purchases.isBuying(position))
    ///     .id(position.listing)
    ///
    /// A tap counts for what was there when it began. So pass the position that was drawn then, and not what
    /// ``subscript(_:)`` gives when the tap ends. The `id` gives each listing a button of its own, which takes no touch
    /// that began on the one before. For ``ShelfPosition/tapGuard`` after a change the position takes no tap at all.
    ///
    /// The call returns when the server has judged the purchase; ``purchases`` and ``balance`` show it by then. Before
    /// the first request leaves, the intent is noted down on the device. After a lost answer, or while the server is
    /// busy or restarts, the same request is sent again, with the same key: however often it is sent, it is one
    /// purchase. When the app ends before the answer, the purchase goes on at the next start, and its outcome comes
    /// into ``purchases``.
    ///
    /// Several taps on one listing are one purchase until it is judged, and all get its outcome; a tap after that is
    /// another purchase. When the calling task is cancelled, the purchase goes on without it.
    ///
    /// Right after a start, the clock may only have the time that was kept from before, which is good enough for
    /// drawing but not for buying. Then the call waits for the first answer of the server, for
    /// ``clockPatience`` at most.
    ///
    /// - Parameter position: as it was drawn when the tap began.
    /// - Returns: the receipt, whose signature was checked with the store's public key.
    /// - Throws: ``PurchaseError``, of which ``PurchaseError/changed`` means that the tap came too near to a change.
    public func buy(_ position: ShelfPosition) async throws(PurchaseError) -> Receipt {
        guard let queue else { throw .notRunning }
        guard let reading = try? await clock.confirmed(withinUs: Self.clockPatience.milliseconds * 1000) else {
            throw .cancelled
        }
        guard reading.isConfirmed else { throw .clockUnsure }
        guard !status.isPaused else { throw .paused }
        if let shown = self[position.position]?.listing, shown != position.listing { throw .changed }
        return try await asking(queue) { queue throws(PurchaseError) in try await queue.buy(position, at: reading) }
    }

    /// How long ``buy(_:)`` waits for a time that may be bought by, before it throws ``PurchaseError/clockUnsure``.
    public nonisolated static let clockPatience = TimeSpan.seconds(5)

    /// The currency in which this store sells: what its ``description`` says, else what a card on the shelf costs;
    /// `nil` while neither is known.
    public var currency: String? {
        description?.currency ?? shelf.positions.lazy.compactMap(\.card?.currency).first
    }

    /// What the player has left of a currency, in its smallest unit; `nil` until ``loadBalances()``, or a purchase or a
    /// top-up in this currency.
    ///
    /// - Parameter currency: by default the store's own, ``currency``.
    public func balance(of currency: String? = nil) -> Int64? {
        (currency ?? self.currency).flatMap { purchases.balances[$0] }
    }

    /// What the player has left of the store's ``currency``; see ``balance(of:)``.
    public var balance: Int64? { balance() }

    /// Loads the wallet into ``purchases`` and ``balance``. Purchases and top-ups update it by themselves.
    ///
    /// While the store's ``currency`` isn't known, the server's stores are loaded as well, as by ``loadStores()``.
    ///
    /// - Throws: ``TransportError``; ``PurchaseError/notRunning``.
    public func loadBalances() async throws {
        let queue = try running()
        async let listed: Void = currency == nil ? listStores() : ()
        try await asking(queue) { try await $0.loadBalances() }
        try await listed
    }

    /// Tops up the wallet with what was bought in the App Store.
    ///
    ///     for await result in Transaction.updates {
    ///         guard case .verified(let transaction) = result else { continue }
    ///         _ = try await store.topUp(signedTransaction: result.jwsRepresentation)
    ///         await transaction.finish()
    ///     }
    ///
    /// It returns when the server has counted the transaction. After a lost answer, or while the server is busy or
    /// restarts, the transaction is sent again; it counts once, however often it is sent. StoreKit delivers a
    /// transaction that isn't finished again at the next start of the app, so nothing is lost.
    ///
    /// - Parameter signedTransaction: the transaction's `jwsRepresentation`.
    /// - Throws: ``TransportError/problem(_:)`` when the server refuses it. Finish a transaction that was refused as
    ///   `transactionRevoked` or `transactionTaken`; others may count when the server knows their product. Don't finish
    ///   one that was refused as `impossible`: the wallet has no room for it yet, and it counts when there is.
    ///   ``PurchaseError/notRunning``; `CancellationError` when the task is cancelled.
    public func topUp(signedTransaction: String) async throws -> TopUpConfirmation {
        try await asking(running()) { try await $0.topUp(signedTransaction) }
    }

    /// The player of this device on the store's server, which all stores of the server share. Ask it while the store
    /// runs.
    ///
    ///     Text("For support: player \(try await store.player.id)")
    public nonisolated var player: Player {
        Player { [weak self] in
            guard let queue = await self?.queue else { throw PurchaseError.notRunning }
            return queue.account
        }
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

    private func running() throws(PurchaseError) -> PurchaseQueue {
        guard let queue else { throw .notRunning }
        return queue
    }
}
