/// What is withdrawn from sale, as a value that finds quickly whether a listing is.
package struct WithdrawnGoods: Hashable, Sendable {
    /// Those of listings, and of offers of several.
    private var listings: Set<ListingName> = []
    private var stores: [String: Cover] = [:]
    private var items: [Item.ID: Cover] = [:]
    private var itemsOfStores: [String: [Item.ID: Cover]] = [:]

    /// Which listings are covered.
    private struct Cover: Hashable {
        /// Since when: what had ended by then was for sale.
        var since: Instant
        /// The first start of a listing that isn't covered any more.
        var until: Instant

        func covers(_ span: Range<Instant>) -> Bool { span.lowerBound < until && since < span.upperBound }

        static func widest(_ one: Cover, _ other: Cover) -> Cover {
            Cover(since: min(one.since, other.since), until: max(one.until, other.until))
        }
    }

    package init(_ withdrawals: [Withdrawal] = []) {
        for withdrawal in withdrawals {
            let cover = Cover(since: withdrawal.order.at, until: withdrawal.until)
            switch withdrawal.order.goods {
            case .listing, .offer: if let name = withdrawal.listing { listings.insert(name) }
            case .item(let item, nil): Self.extend(&items[item], to: cover)
            case .item(let item, let store?): Self.extend(&itemsOfStores[store, default: [:]][item], to: cover)
            case .store(let store): Self.extend(&stores[store], to: cover)
            }
        }
    }

    private static func extend(_ known: inout Cover?, to cover: Cover) {
        known = known.map { .widest($0, cover) } ?? cover
    }

    package var isEmpty: Bool { self == WithdrawnGoods() }

    /// The items that a store must not choose, each with the first start of a listing that may show it again.
    package func items(of store: String) -> [Item.ID: Instant] {
        items.merging(itemsOfStores[store] ?? [:], uniquingKeysWith: Cover.widest).mapValues(\.until)
    }

    /// Whether the listing or the offer of this name is withdrawn by it, whatever it shows.
    package func includes(_ name: ListingName) -> Bool { listings.contains(name) }

    /// Whether the listing of this name, which shows this item for this span, is withdrawn.
    package func covers(_ name: ListingName, item: Item.ID, during span: Range<Instant>) -> Bool {
        includes(name) || covers(item: item, of: name.store, during: span)
    }

    /// Whether listings or offers are withdrawn by their names.
    package var hasNames: Bool { !listings.isEmpty }

    /// Whether a store's listing that shows this item for this span is withdrawn.
    ///
    /// - Parameter offer: when the offer of several listings begins and ends that it is a part of. The withdrawal of an
    ///   item ends it for good, and that of a store doesn't.
    package func covers(
        item: Item.ID, of store: String, during span: Range<Instant>, offer: Range<Instant>? = nil
    ) -> Bool {
        stores[store]?.covers(span) == true
            || [items[item], itemsOfStores[store]?[item]].contains { $0?.covers(offer ?? span) == true }
    }
}
