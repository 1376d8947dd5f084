import ShelfConfiguration
import ShelfDatabase
import ShelfModel
import ShelfWire

extension StorePublisher {
    /// Makes the file for old clients that belongs to the newest window; `nil` before the first, and while the window
    /// has listings that are still sealed.
    ///
    /// The file's key opens all of it, so nothing may be in it whose own key isn't released. Of a prefetched store's
    /// window all keys are, but when the lead has been changed, the chain of before goes on for up to a day.
    ///
    /// - Parameter withdrawn: what is withdrawn at the window's minute.
    func legacyFile(_ settings: LegacySettings, withdrawn: WithdrawnGoods) throws -> LegacyFile? {
        guard let issuedAt = windows.first?.issuedAt else { return nil }
        var listings: [LegacyListing] = []
        for listing in self.listings(inWindowAt: issuedAt) {
            guard let chain = chains.first(where: { $0.id.bytes == listing.chain }),
                chain.release(of: listing.slot) <= issuedAt, let card = Card(plaintext: listing.card)
            else { return nil }
            let isWithdrawn = withdrawn.covers(listing, of: content.id)
            listings.append(
                LegacyListing(
                    position: listing.position, item: card.item, name: card.name, price: card.price,
                    start: listing.start, end: listing.end, chain: chain.id, slot: listing.slot,
                    revision: listing.revision, isWithdrawn: isWithdrawn))
        }
        return try LegacyFile(
            issuedAt: issuedAt, listings: listings.sorted { ($0.position, $0.start) < ($1.position, $1.start) },
            settings: settings)
    }
}
