/// Everything that designers make: what there is to sell, and the stores that sell it. It holds no secret.
package struct Content: Hashable, Sendable {
    /// The title of the server's own page.
    package var title: String
    package var catalogue: Catalogue
    /// In the designers' order, which is the order of a page's tabs.
    package var stores: [StoreContent] { didSet { indices = Self.indices(of: stores) } }
    /// Sorted by id.
    package var packs: [ContentPack]
    private var indices: [String: Int]

    package init(title: String, catalogue: Catalogue, stores: [StoreContent], packs: [ContentPack] = []) {
        self.title = title
        self.catalogue = catalogue
        self.stores = stores
        self.packs = packs
        indices = Self.indices(of: stores)
    }

    package subscript(store id: String) -> StoreContent? { indices[id].map { stores[$0] } }

    /// What the stores sell for.
    package var currencies: Set<String> { Set(stores.map(\.currency)) }

    /// The masters of all pictures, of items and of packs.
    package var masters: [[UInt8]] { catalogue.masters + packs.flatMap { $0.pictures.values } }

    /// The named zones of the stores, sorted by name.
    package var zones: [Zone] {
        Set(stores.map(\.rules.zone).filter { $0.name != nil }).sorted { ($0.name ?? "") < ($1.name ?? "") }
    }

    /// The same, with zones that a version keeps in the place of those with their names.
    package func keeping(_ zones: [Zone]) -> Content {
        var content = self
        content.stores = stores.map { store in
            var store = store
            store.rules.zone = zones.first { $0.name != nil && $0.name == store.rules.zone.name } ?? store.rules.zone
            return store
        }
        return content
    }

    private static func indices(of stores: [StoreContent]) -> [String: Int] {
        Dictionary(stores.enumerated().map { ($1.id, $0) }) { first, _ in first }
    }
}
