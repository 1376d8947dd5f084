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

    package init(
        id: String, title: String, positions: Int, columns: Int, leadMs: Int64, currency: String, publicKey: String,
        theme: Theme
    ) {
        self.id = id
        self.title = title
        self.positions = positions
        self.columns = columns
        self.leadMs = leadMs
        self.currency = currency
        self.publicKey = publicKey
        self.theme = theme
    }
}
