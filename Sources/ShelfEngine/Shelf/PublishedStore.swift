import Crypto
package import ShelfDatabase
package import ShelfModel
package import ShelfWire

/// The published part of a store.
package struct PublishedStore: Sendable {
    package let id: String
    package let description: StoreDescription
    /// The newest first; two at most.
    package let windows: [StoredWindow]
    /// The chains of the newest window, by their epochs.
    package let chains: [Chain]
    /// The recent and coming releases of keys for slots at which a listing starts, ordered by instant.
    package let releases: [Release]
    /// Listings that are on sale, were on sale just before, or will be on sale, ordered by start and position.
    private let sealed: [StoredListing]
    /// All chains that the listings name.
    private let known: [ChainID: Chain]
    package let receipts: ReceiptSigner
    /// How often an operator has changed listings of the store.
    package let changes: Int64

    package struct Release: Hashable, Sendable {
        package let at: Instant
        package let chain: ChainID
        package let slot: Int
    }

    /// - Parameters:
    ///   - windows: the newest first.
    ///   - chains: those of the newest window, by their epochs.
    ///   - listings: sealed ones, by start and position.
    ///   - known: all chains of the store, which the listings name.
    package init(
        description: StoreDescription, windows: [StoredWindow], chains: [Chain], listings: [StoredListing],
        known: [Chain], receipts: ReceiptSigner, changes: Int64
    ) {
        self.changes = changes
        id = description.id
        self.description = description
        self.windows = windows
        self.chains = chains
        self.receipts = receipts
        sealed = listings
        self.known = Dictionary(known.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
        releases = Self.releases(of: listings, chains: known)
    }

    /// Returns a listing that is on sale, was on sale just before, or will be on sale.
    package subscript(name: ListingName) -> StoredListing? {
        guard name.store == id else { return nil }
        return sealed.last {
            $0.slot == name.slot && $0.position == name.position && $0.revision == name.revision
                && $0.chain == name.chain
        }
    }

    /// The offer of several listings that is at a position at an instant; `nil` where a single listing is, or nothing.
    package func offer(at position: Int, _ instant: Instant) -> Offer? {
        let here = sealed.filter { $0.position == position }
        if let own = here.last(where: { $0.start <= instant && instant < $0.end }) { return own.offer }
        // The offer's first listings may be forgotten.
        return here.first?.offer.flatMap { $0.span.contains(instant) ? $0 : nil }
    }

    /// The last listing of an offer that has begun by `instant`.
    ///
    /// - Parameter listing: another one of it.
    package func last(ofOfferOf listing: StoredListing, at instant: Instant) -> StoredListing? {
        sealed.last { $0.position == listing.position && $0.start <= instant && $0.card == listing.card }
    }

    /// All of these listings by name. The dictionary is built anew at each call.
    package var listings: [ListingName: StoredListing] {
        Dictionary(sealed.map { (ListingName($0, store: id), $0) }, uniquingKeysWith: { $1 })
    }

    /// Returns the listings that fulfil a condition, each with its chain.
    package func known(
        where isWanted: (ListingName, StoredListing) -> Bool
    ) -> [(name: ListingName, listing: StoredListing, chain: Chain)] {
        sealed.compactMap { listing in
            let name = ListingName(listing, store: id)
            guard isWanted(name, listing), let chain = ChainID(bytes: listing.chain).flatMap({ known[$0] }) else {
                return nil
            }
            return (name, listing, chain)
        }
    }

    package func releases(after instant: Instant) -> ArraySlice<Release> {
        releases[releases.partitioningIndex { $0.at > instant }...]
    }

    private static func releases(of listings: [StoredListing], chains: [Chain]) -> [Release] {
        var releases: [Release] = []
        for chain in chains {
            let id = chain.id.bytes
            // By index, because copying a listing costs more than looking at it.
            for index in listings.indices where listings[index].chain == id {
                let slot = listings[index].slot
                guard slot != releases.last?.slot || chain.id != releases.last?.chain else { continue }
                releases.append(Release(at: chain.release(of: slot), chain: chain.id, slot: slot))
            }
        }
        return releases.sorted { $0.at < $1.at }
    }
}

extension ListingName {
    init(_ listing: StoredListing, store: String) {
        self.init(
            store: store, chain: listing.chain, slot: listing.slot, position: listing.position,
            revision: listing.revision)
    }
}
