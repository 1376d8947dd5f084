import Crypto
package import ShelfDatabase
package import ShelfModel
package import ShelfWire

/// Finds the purchase that a receipt proves, and its present state.
///
/// A receipt proves a sale for ever. But only the database knows whether the player still owns the item.
package struct ReceiptLookup: Sendable {
    private let content: ContentHolder
    private let shelves: Shelves
    private let database: any SupportDatabase & HoldingsDatabase & ScheduleDatabase

    package init(
        content: ContentHolder, shelves: Shelves,
        database: any SupportDatabase & HoldingsDatabase & ScheduleDatabase
    ) {
        self.content = content
        self.shelves = shelves
        self.database = database
    }

    package enum Outcome: Sendable {
        /// - Parameter owned: how many of the item the player owns now.
        case found(KeptOrder, owned: Int64)
        /// No store of this server has signed the receipt, whether it is open or was closed.
        case forged
        /// The store is still being loaded, so its signature can't be checked yet.
        case notReady
        /// The receipt is genuine, but the database has no such purchase, perhaps because it was restored to an earlier
        /// state.
        case lost
    }

    package func look(up signed: SignedReceipt) async throws -> Outcome {
        guard let name = signed.claimedStore else { return .forged }
        if content.current[store: name] != nil, shelves[name] == nil { return .notReady }
        guard let key = try await publicKey(of: name), let receipt = signed.opened(with: key) else { return .forged }
        guard let kept = try await database.order(receipt.purchase), Receipt(kept.settled) == receipt else {
            return .lost
        }
        let owned = try await database.inventory(of: kept.settled.order.id.player)
        return .found(kept, owned: owned.first { $0.item == receipt.item }?.count ?? 0)
    }

    private func publicKey(of store: String) async throws -> PublicKey? {
        if let open = shelves[store] { return PublicKey(open.description.publicKey) }
        let key = try await database.store(store)?.signingKey().publicKey
        return key.flatMap { PublicKey(Base64URL.encode($0.rawRepresentation)) }
    }
}
