/// `GET /v1/admin/players`: the players, the newest first.
package struct PlayersAnswer: Hashable, Sendable, Codable {
    package let players: [Player]
    /// The value of `before` for the next page; `nil` on the last page.
    package let next: Int64?

    package struct Player: Hashable, Sendable, Codable {
        package let player: String
        /// When the player first signed in, in milliseconds since the epoch.
        package let createdAt: Int64

        package init(player: String, createdAt: Int64) {
            self.player = player
            self.createdAt = createdAt
        }
    }

    package init(players: [Player], next: Int64?) {
        self.players = players
        self.next = next
    }
}

/// `GET /v1/admin/purchases/{purchase}`: an order with its player and its listing.
package struct FoundPurchase: Hashable, Sendable, Codable {
    package let player: String
    package let chain: ChainID
    package let slot: Int
    package let position: Int
    package let revision: Int
    package let purchase: PurchaseRecord

    package init(
        player: String, chain: ChainID, slot: Int, position: Int, revision: Int, purchase: PurchaseRecord
    ) {
        self.player = player
        self.chain = chain
        self.slot = slot
        self.position = position
        self.revision = revision
        self.purchase = purchase
    }
}

/// The orders of an item or of a listing, the newest first.
package struct FoundPurchases: Hashable, Sendable, Codable {
    package let purchases: [FoundPurchase]
    /// The value of `before` for the next page; `nil` on the last page.
    package let next: Int64?

    package init(purchases: [FoundPurchase], next: Int64?) {
        self.purchases = purchases
        self.next = next
    }
}

/// `POST /v1/admin/receipts`: the present state of the purchase that a receipt proves.
package struct ReceiptAnswer: Hashable, Sendable, Codable {
    /// Whether the purchase hasn't been reversed.
    package let stands: Bool
    /// How many of the item the player owns now, from this purchase and others.
    package let owned: Int64
    package let found: FoundPurchase

    package init(stands: Bool, owned: Int64, found: FoundPurchase) {
        self.stands = stands
        self.owned = owned
        self.found = found
    }
}
