/// `GET /v1/player/inventory`: what a player owns.
package struct InventoryAnswer: Hashable, Sendable, Codable {
    package let items: [InventoryItem]

    package init(items: [InventoryItem]) {
        self.items = items
    }
}

/// An item that a player owns.
public struct InventoryItem: Hashable, Sendable, Codable {
    /// The item's id in the catalogue.
    public let item: String
    /// The name, as players read it.
    public let name: String
    /// The set that the item belongs to.
    public let set: String
    /// Text that is shown as the picture, such as an emoji; `nil` when there is none.
    public let glyph: String?
    /// The name of the picture; `nil` when there is none.
    public let art: String?
    /// The picture that the card showed; `nil` when it showed none.
    public let picture: CardPicture?
    /// How many the player owns.
    public let count: Int64
    /// How many copies of a limited edition can ever be sold, otherwise `nil`; ``numbers`` are the player's copies.
    public let edition: Int64?
    /// The numbers of the player's copies of a limited edition, in ascending order; otherwise empty.
    public let numbers: [Int64]

    package init(
        item: String, name: String, set: String, glyph: String?, art: String?, picture: CardPicture? = nil,
        count: Int64, edition: Int64?,
        numbers: [Int64]
    ) {
        self.item = item
        self.name = name
        self.set = set
        self.glyph = glyph
        self.art = art
        self.picture = picture
        self.count = count
        self.edition = edition
        self.numbers = numbers
    }
}

/// `GET /v1/player/purchases`: what a player bought or was refused, the newest first.
public struct PurchaseHistory: Hashable, Sendable, Codable {
    /// This page's purchases.
    public let purchases: [PurchaseRecord]
    /// The `before` of the next page; `nil` on the last page.
    public let next: Int64?

    package init(purchases: [PurchaseRecord], next: Int64?) {
        self.purchases = purchases
        self.next = next
    }
}

/// One purchase in the history.
public struct PurchaseRecord: Hashable, Sendable, Codable {
    /// The purchase's number; later purchases of a player have larger ones.
    public let purchase: Int64
    /// The store's id.
    public let store: String
    /// The item's id in the catalogue.
    public let item: String
    /// The name on the card.
    public let name: String
    /// As the card showed it; missing where neither the card is known nor the item.
    public let set: String?
    /// Text that is shown as the picture, such as an emoji; `nil` when there is none.
    public let glyph: String?
    /// The name of the picture; `nil` when there is none.
    public let art: String?
    /// The picture that the card showed; `nil` when it showed none.
    public let picture: CardPicture?
    /// What was paid, or would have been, in the smallest unit of the currency.
    public let price: Int64
    /// The name of the price's currency, as players read it.
    public let currency: String
    /// The number of this copy in a limited edition; otherwise `nil`.
    public let number: Int64?
    /// In milliseconds since the epoch.
    public let at: Int64
    /// `sold`, `refunded`, `revoked`, or the code of the refusal.
    public let outcome: String

    package init(
        purchase: Int64, store: String, item: String, name: String, set: String? = nil, glyph: String? = nil,
        art: String? = nil, picture: CardPicture? = nil, price: Int64, currency: String, number: Int64?, at: Int64,
        outcome: String
    ) {
        self.purchase = purchase
        self.store = store
        self.item = item
        self.name = name
        self.set = set
        self.glyph = glyph
        self.art = art
        self.picture = picture
        self.price = price
        self.currency = currency
        self.number = number
        self.at = at
        self.outcome = outcome
    }
}
