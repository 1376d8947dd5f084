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
    /// What is or was just for sale, or will be, by start and position.
    private let sealed: [StoredListing]
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
        sealed = publisher.listings
        receipts = publisher.receipts
        releases = Self.releases(of: publisher.listings, chains: publisher.chains)
        description = StoreDescription(publisher, lead: chains.last?.leadMs)
    }

    /// The listing, when it is or was just for sale, or will be.
    package subscript(name: ListingName) -> StoredListing? {
        guard name.store == id else { return nil }
        return sealed.last {
            $0.slot == name.slot && $0.position == name.position && $0.revision == name.revision
                && $0.chain == name.chain
        }
    }

    /// All of them by their names, put together for whoever looks through them.
    package var listings: [ListingName: StoredListing] {
        Dictionary(sealed.map { (ListingName($0, store: id), $0) }, uniquingKeysWith: { $1 })
    }

    package func releases(after instant: Instant) -> ArraySlice<Release> {
        releases[releases.partitioningIndex { $0.at > instant }...]
    }

    private static func releases(of listings: [StoredListing], chains: [Chain]) -> [Release] {
        var releases: [Release] = []
        for chain in chains {
            for listing in listings where listing.chain == chain.id.bytes {
                let release = Release(at: chain.release(of: listing.slot), chain: chain.id, slot: listing.slot)
                if release != releases.last { releases.append(release) }
            }
        }
        return releases.sorted { $0.at < $1.at }
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
