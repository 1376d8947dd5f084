package import ShelfModel
package import ShelfWire

/// One store: its rules, and how it is published and shown.
package struct StoreConfiguration: Sendable, Identifiable {
    package var rules: StoreRules
    package var title: String
    /// How many positions to a row when drawn as a grid.
    package var columns: Int
    /// How long before a listing's start its key becomes public: the whole window in a prefetched store.
    package var lead: TimeSpan
    package var currency: String
    package var cardBytes: Int
    /// Only prefetched stores have one.
    package var appSecret: AppSecret?
    /// Whether the server's own page shows the store. With an app secret, that makes the secret public.
    package var onPage: Bool
    package var theme: Theme
    package var sale: SaleRules

    package var id: String { rules.store }

    package init(
        rules: StoreRules, title: String, columns: Int, lead: TimeSpan = .milliseconds(300),
        currency: String = "coins", cardBytes: Int = 256, appSecret: AppSecret? = nil, onPage: Bool = true,
        theme: Theme = .plain, sale: SaleRules = SaleRules()
    ) {
        self.rules = rules
        self.title = title
        self.columns = columns
        self.lead = lead
        self.currency = currency
        self.cardBytes = cardBytes
        self.appSecret = appSecret
        self.onPage = onPage
        self.theme = theme
        self.sale = sale
    }
}
