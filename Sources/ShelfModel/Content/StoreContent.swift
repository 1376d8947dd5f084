/// One store as its designers want it: its rules, and how it is published and shown.
///
/// A prefetched store's app secret is no content: it is in the server's settings, by the store's id.
package struct StoreContent: Hashable, Sendable, Identifiable {
    package var rules: StoreRules
    package var title: String
    /// How many positions to a row when drawn as a grid.
    package var columns: Int
    /// How long before a listing's start its key becomes public: the whole window in a prefetched store.
    package var lead: TimeSpan
    /// Whether its designers say that it is prefetched. A store that has been sealed has to say so before what it shows
    /// can be opened ten minutes ahead.
    package var isPrefetched: Bool
    package var currency: String
    /// How many bytes each of its cards has, padding included.
    package var cardBytes: Int
    /// Whether the server's own page shows the store. With an app secret, that makes the secret public.
    package var onPage: Bool
    package var theme: Theme
    package var sale: SaleRules

    package var id: String { rules.store }

    /// The lead of a prefetched store.
    package static let prefetchedLead = TimeSpan.minutes(10)

    package init(
        rules: StoreRules, title: String, columns: Int, lead: TimeSpan = .milliseconds(300),
        isPrefetched: Bool = false, currency: String = "coins", cardBytes: Int = 256, onPage: Bool = true,
        theme: Theme = .plain, sale: SaleRules = SaleRules()
    ) {
        self.rules = rules
        self.title = title
        self.columns = columns
        self.lead = lead
        self.isPrefetched = isPrefetched
        self.currency = currency
        self.cardBytes = cardBytes
        self.onPage = onPage
        self.theme = theme
        self.sale = sale
    }
}
