package import ShelfModel

/// A listing with its sealed card and the exact plaintext of that card. A sealed database keeps it without the plaintext.
package struct StoredListing: Hashable, Sendable, Placed {
    package let listing: Listing
    package let revision: Int
    /// 16 bytes.
    package let chain: [UInt8]
    package let slot: Int
    package private(set) var card: [UInt8]
    /// The sealed card as windows contain it; empty once the plaintext is known and no window will contain the listing again.
    package let sealed: [UInt8]

    package init(listing: Listing, revision: Int, chain: [UInt8], slot: Int, card: [UInt8], sealed: [UInt8]) {
        self.listing = listing
        self.revision = revision
        self.chain = chain
        self.slot = slot
        self.card = card
        self.sealed = sealed
    }

    /// The same listing without its sealed card, which saves memory once no window will contain it again.
    package var unsealed: StoredListing {
        StoredListing(listing: listing, revision: revision, chain: chain, slot: slot, card: card, sealed: [])
    }

    package func with(card: [UInt8]) -> StoredListing {
        StoredListing(listing: listing, revision: revision, chain: chain, slot: slot, card: card, sealed: sealed)
    }

    /// Makes the listing share the bytes of a card that is equal to its own, so that they are in memory once.
    package mutating func share(_ card: [UInt8]) {
        assert(card == self.card)
        self.card = card
    }

    package var position: Int { listing.position }
    package var start: Instant { listing.start }
    package var seconds: Int { listing.seconds }
}
