import ShelfConfiguration
import ShelfDatabase
import ShelfModel
import ShelfWire

extension StorePublisher {
    /// Makes the file for old clients that belongs to the newest window; `nil` before the first.
    ///
    /// The file's key opens all of it, so it has only the listings whose own keys are released by then. Those are all of
    /// a prefetched store's window. After a change of the lead, some of them may belong to a chain that is still sealed.
    ///
    /// - Parameter withdrawn: what is withdrawn at the window's minute.
    func legacyFile(_ settings: LegacySettings, withdrawn: WithdrawnGoods) throws -> LegacyFile? {
        guard let issuedAt = windows.first?.issuedAt else { return nil }
        let released = listings(inWindowAt: issuedAt).compactMap { listing -> LegacyListing? in
            guard let chain = chains.first(where: { $0.id.bytes == listing.chain }),
                chain.release(of: listing.slot) <= issuedAt, let card = Card(plaintext: listing.card)
            else { return nil }
            let isWithdrawn = withdrawn.covers(
                ListingName(listing, store: content.id), item: listing.listing.item,
                during: listing.start..<listing.end)
            return LegacyListing(
                position: listing.position, item: card.item, name: card.name, price: card.price,
                start: listing.start, end: listing.end, chain: chain.id, slot: listing.slot,
                revision: listing.revision, isWithdrawn: isWithdrawn)
        }
        return try LegacyFile(
            issuedAt: issuedAt, listings: released.sorted { ($0.position, $0.start) < ($1.position, $1.start) },
            settings: settings)
    }
}
