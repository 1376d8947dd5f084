package import ShelfDatabase
package import ShelfModel

/// What is left of limited editions, and of the stock of listings that are on sale.
///
/// Neither says anything about the future: an edition is told once a copy was sold, and a listing once it has begun.
package struct Remainders: Sendable {
    private let content: ContentHolder
    private let shelves: Shelves
    private let sales: ListingTerms
    private let database: any ScheduleDatabase & SalesDatabase

    package struct Edition: Hashable, Sendable {
        package let item: Item.ID
        /// How many copies there can ever be; `nil` when the catalogue has no such item any more.
        package let copies: Int64?
        package let sold: Int64

        package var left: Int64? { copies.map { max(0, $0 - sold) } }
    }

    package struct Stock: Hashable, Sendable {
        package let listing: ListingName
        package let item: Item.ID
        package let copies: Int64
        package let left: Int64
    }

    package init(
        content: ContentHolder, shelves: Shelves, sales: ListingTerms, database: any ScheduleDatabase & SalesDatabase
    ) {
        self.content = content
        self.shelves = shelves
        self.sales = sales
        self.database = database
    }

    /// By item.
    package func editions() async throws -> [Edition] {
        let catalogue = content.current.catalogue
        return try await database.editionsSold().sorted { $0.key < $1.key }.map { item, sold in
            Edition(item: item, copies: catalogue[item]?.edition, sold: sold)
        }
    }

    /// By store, position and start.
    ///
    /// - Parameter earliest: the earliest that the true time can be.
    package func stock(at now: Instant, earliest: Instant) async throws -> [Stock] {
        var limited: [(name: ListingName, terms: SaleTerms, copies: Int64)] = []
        for store in content.current.stores {
            for (name, listing) in shelves[store.id]?.listings ?? [:]
            where listing.start <= earliest && listing.end > now && !sales.isSealed(name, at: now, earliest: earliest) {
                guard let terms = sales[name]?.terms, let copies = terms.stock else { continue }
                limited.append((name, terms, copies))
            }
        }
        let sold = try await database.stockSold(of: limited.map(\.name))
        return limited.map { name, terms, copies in
            Stock(listing: name, item: terms.item, copies: copies, left: max(0, copies - sold[name, default: 0]))
        }.sorted {
            ($0.listing.store, $0.listing.position, $0.listing.slot)
                < ($1.listing.store, $1.listing.position, $1.listing.slot)
        }
    }
}
