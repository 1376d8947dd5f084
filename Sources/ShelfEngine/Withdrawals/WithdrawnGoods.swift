package import ShelfDatabase
package import ShelfModel

/// What is withdrawn from sale, as a value that finds quickly whether a listing is.
package struct WithdrawnGoods: Hashable, Sendable {
    private var listings: Set<ListingName> = []
    /// Each with the first start of a listing that isn't covered any more, as the items are.
    private var stores: [String: Instant] = [:]
    private var items: [Item.ID: Instant] = [:]
    private var itemsOfStores: [String: [Item.ID: Instant]] = [:]

    package init(_ withdrawals: [Withdrawal] = []) {
        for withdrawal in withdrawals {
            let until = withdrawal.until
            switch withdrawal.order.goods {
            case .listing: if let name = withdrawal.listing { listings.insert(name) }
            case .item(let item, nil): Self.extend(&items[item], to: until)
            case .item(let item, let store?): Self.extend(&itemsOfStores[store, default: [:]][item], to: until)
            case .store(let store): Self.extend(&stores[store], to: until)
            }
        }
    }

    private static func extend(_ known: inout Instant?, to until: Instant) {
        known = max(known ?? until, until)
    }

    package var isEmpty: Bool { self == WithdrawnGoods() }

    /// The items that a store must not choose, each with the first start of a listing that may show it again.
    package func items(of store: String) -> [Item.ID: Instant] {
        items.merging(itemsOfStores[store] ?? [:], uniquingKeysWith: max)
    }

    /// Whether the listing of this name is withdrawn by it, whatever it shows.
    func includes(_ name: ListingName) -> Bool { listings.contains(name) }

    /// Whether the listing of this name, which shows this item from `start` on, is withdrawn.
    package func covers(_ name: ListingName, item: Item.ID, start: Instant) -> Bool {
        listings.contains(name) || covers(item: item, of: name.store, start: start)
    }

    /// Whether a store's listings that show this item from `start` on are withdrawn.
    func covers(item: Item.ID, of store: String, start: Instant) -> Bool {
        let until = [stores[store], items[item], itemsOfStores[store]?[item]].compactMap(\.self).max()
        return until.map { start < $0 } ?? false
    }
}
