import Crypto
import ShelfConfiguration
package import ShelfDatabase
package import ShelfModel
package import ShelfWire

/// A store as far as it has been published.
package struct PublishedStore: Sendable {
    package let id: String
    package let description: StoreDescription
    /// The newest first; two at most.
    package let windows: [ReadyWindow]
    /// The chains of the newest window, by their epochs.
    package let chains: [Chain]
    /// Coming and recent releases of slots at which a listing starts, by instant.
    package let releases: [Release]

    /// What is or was just for sale, or will be.
    package let listings: [ListingName: StoredListing]
    package let receipts: ReceiptSigner

    package struct Release: Hashable, Sendable {
        package let at: Instant
        package let chain: ChainID
        package let slot: Int
    }

    package init(_ publisher: StorePublisher) {
        id = publisher.configuration.id
        windows = publisher.windows.map(ReadyWindow.init)
        chains = publisher.windows.first.map { publisher.chains(inWindowAt: $0.issuedAt) } ?? []
        listings = Dictionary(
            publisher.listings.map { (ListingName($0, store: publisher.configuration.id), $0) },
            uniquingKeysWith: { $1 })
        receipts = publisher.receipts
        releases = Self.releases(of: publisher.listings, chains: publisher.chains)
        description = StoreDescription(publisher, lead: chains.last?.leadMs)
    }

    private static func releases(of listings: [StoredListing], chains: [Chain]) -> [Release] {
        let known = Dictionary(uniqueKeysWithValues: chains.map { ($0.id.bytes, $0) })
        let releases = listings.compactMap { listing in
            known[listing.chain].map {
                Release(at: $0.release(of: listing.slot), chain: $0.id, slot: listing.slot)
            }
        }
        return Set(releases).sorted { $0.at < $1.at }
    }
}

extension ListingName {
    fileprivate init(_ listing: StoredListing, store: String) {
        self.init(
            store: store, chain: listing.chain, slot: listing.slot, position: listing.position,
            revision: listing.revision)
    }
}

extension StoreDescription {
    fileprivate init(_ publisher: StorePublisher, lead: Int64?) {
        let configuration = publisher.configuration
        self.init(
            id: configuration.id, title: configuration.title, positions: configuration.rules.positions,
            columns: configuration.columns, leadMs: lead ?? configuration.lead.milliseconds,
            currency: configuration.currency,
            publicKey: Base64URL.encode(publisher.publicKey.rawRepresentation), theme: configuration.theme)
    }
}
