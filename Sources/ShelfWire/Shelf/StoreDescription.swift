public import ShelfModel

/// What `GET /v1/stores` says of one store.
public struct StoreDescription: Hashable, Sendable, Codable, Identifiable {
    public let id: String
    /// The name, as players read it.
    public let title: String
    /// How many positions the shelf has, once the latest change of their number shows. What it has now, the shelf says.
    public let positions: Int
    /// How many positions stand side by side where there is room.
    public let columns: Int
    /// How long before their starts the server decides listings, in milliseconds.
    public let leadMs: Int64
    /// The name of the currency of all prices, as players read it.
    public let currency: String
    /// The Ed25519 key that signs the store's windows and receipts, in base64url. An app pins it and doesn't take it
    /// from here; this is for development, and for pages that the server itself serves.
    public let publicKey: String
    /// The icon and colours of the store's page.
    public let theme: Theme
    /// Whether the store sells nothing for a while, though it goes on showing its listings.
    public package(set) var isPaused: Bool

    package init(
        id: String, title: String, positions: Int, columns: Int, leadMs: Int64, currency: String, publicKey: String,
        theme: Theme, isPaused: Bool = false
    ) {
        self.id = id
        self.title = title
        self.positions = positions
        self.columns = columns
        self.leadMs = leadMs
        self.currency = currency
        self.publicKey = publicKey
        self.theme = theme
        self.isPaused = isPaused
    }

    private enum CodingKeys: String, CodingKey {
        case id, title, positions, columns, leadMs, currency, publicKey, theme
        case isPaused = "paused"
    }

    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            id: try members.decode(String.self, forKey: .id), title: try members.decode(String.self, forKey: .title),
            positions: try members.decode(Int.self, forKey: .positions),
            columns: try members.decode(Int.self, forKey: .columns),
            leadMs: try members.decode(Int64.self, forKey: .leadMs),
            currency: try members.decode(String.self, forKey: .currency),
            publicKey: try members.decode(String.self, forKey: .publicKey),
            theme: try members.decode(Theme.self, forKey: .theme),
            isPaused: try members.decodeIfPresent(Bool.self, forKey: .isPaused) ?? false)
    }

    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(id, forKey: .id)
        try members.encode(title, forKey: .title)
        try members.encode(positions, forKey: .positions)
        try members.encode(columns, forKey: .columns)
        try members.encode(leadMs, forKey: .leadMs)
        try members.encode(currency, forKey: .currency)
        try members.encode(publicKey, forKey: .publicKey)
        try members.encode(theme, forKey: .theme)
        // As before for stores that aren't paused, so that caches and clients see nothing new.
        if isPaused { try members.encode(true, forKey: .isPaused) }
    }
}
