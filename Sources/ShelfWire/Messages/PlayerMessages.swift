/// `POST /v1/players`: the credential that a device made for its player.
public struct PlayerRequest: Hashable, Sendable, Codable {
    /// The player's ``PlayerCredential``: 16 to 64 random bytes, in base64url.
    public let credential: String

    public init(credential: String) {
        self.credential = credential
    }
}

/// `POST /v1/players/refresh`.
public struct RefreshRequest: Hashable, Sendable, Codable {
    public let refreshToken: String

    public init(refreshToken: String) {
        self.refreshToken = refreshToken
    }
}

/// The player's number at the server, and the tokens by which its requests are accepted.
public struct PlayerTokens: Hashable, Sendable, Codable {
    public let player: String
    /// Goes with each request as `Authorization: Bearer`.
    public let token: String
    /// For how many seconds from now the token is valid.
    public let expiresIn: Int
    /// Valid for one refresh, whose answer has the next one.
    public let refreshToken: String

    public init(player: String, token: String, expiresIn: Int, refreshToken: String) {
        self.player = player
        self.token = token
        self.expiresIn = expiresIn
        self.refreshToken = refreshToken
    }
}

/// `GET /v1/player`: what a player has.
public struct PlayerAnswer: Hashable, Sendable, Codable {
    public let player: String
    /// By currency, in its smallest unit.
    public let balances: [String: Int64]

    public init(player: String, balances: [String: Int64]) {
        self.player = player
        self.balances = balances
    }
}

/// `GET /v1/player/inventory`: what a player owns.
public struct InventoryAnswer: Hashable, Sendable, Codable {
    public let items: [InventoryItem]

    public init(items: [InventoryItem]) {
        self.items = items
    }
}

/// An item that a player owns.
public struct InventoryItem: Hashable, Sendable, Codable {
    public let item: String
    public let name: String
    public let set: String
    public let glyph: String?
    public let art: String?
    public let count: Int64
    /// How many copies of a limited edition can ever be sold, otherwise `nil`; ``numbers`` are the player's copies.
    public let edition: Int64?
    public let numbers: [Int64]

    public init(
        item: String, name: String, set: String, glyph: String?, art: String?, count: Int64, edition: Int64?,
        numbers: [Int64]
    ) {
        self.item = item
        self.name = name
        self.set = set
        self.glyph = glyph
        self.art = art
        self.count = count
        self.edition = edition
        self.numbers = numbers
    }
}

/// `GET /v1/player/purchases`: what a player bought or was refused, the newest first.
public struct PurchaseHistory: Hashable, Sendable, Codable {
    public let purchases: [PurchaseRecord]
    /// The `before` of the next page; `nil` on the last page.
    public let next: Int64?

    public init(purchases: [PurchaseRecord], next: Int64?) {
        self.purchases = purchases
        self.next = next
    }
}

/// One purchase in the history.
public struct PurchaseRecord: Hashable, Sendable, Codable {
    public let purchase: Int64
    public let store: String
    public let item: String
    public let name: String
    /// As the card showed it; missing where neither the card is known nor the item.
    public let set: String?
    public let glyph: String?
    public let art: String?
    public let price: Int64
    public let currency: String
    /// The number of this copy in a limited edition; otherwise `nil`.
    public let number: Int64?
    /// In milliseconds since the epoch.
    public let at: Int64
    /// `sold`, `refunded`, `revoked`, or the code of the refusal.
    public let outcome: String

    public init(
        purchase: Int64, store: String, item: String, name: String, set: String? = nil, glyph: String? = nil,
        art: String? = nil, price: Int64, currency: String, number: Int64?, at: Int64, outcome: String
    ) {
        self.purchase = purchase
        self.store = store
        self.item = item
        self.name = name
        self.set = set
        self.glyph = glyph
        self.art = art
        self.price = price
        self.currency = currency
        self.number = number
        self.at = at
        self.outcome = outcome
    }
}
