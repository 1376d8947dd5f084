import ShelfModel
import ShelfWire

/// What all revisions of a listing have in common.
struct ListingPlace: Hashable, Sendable {
    let chain: ChainID
    let slot: Int
    let position: Int
}

extension ListingPlace {
    init(_ listing: SealedListing) {
        self.init(chain: listing.chain, slot: listing.slot, position: listing.position)
    }

    init(_ listing: ShelfListing) {
        self.init(chain: listing.chain, slot: listing.slot, position: listing.position)
    }

    init(_ notice: Notice) {
        self.init(chain: notice.chain, slot: notice.slot, position: notice.position)
    }
}

extension WindowHeader {
    /// Whether a listing in this place starts with the window or later, by the chains that the window names.
    func isComing(_ place: ListingPlace) -> Bool {
        chains.contains { $0.id == place.chain && $0.start(of: place.slot) >= issuedAt }
    }
}
