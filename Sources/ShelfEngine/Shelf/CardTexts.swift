import ShelfDatabase
package import ShelfModel
import ShelfWire
import Synchronization

/// A cache of card plaintexts, so that all stores that show an item share one copy.
package final class CardTexts: Sendable {
    private struct Name: Hashable {
        let item: Item.ID
        let currency: String
        let cardBytes: Int
        /// The picture's; it may be made, or removed, at any time.
        let picture: [UInt8]?
    }

    private let catalogue: Catalogue
    let pictures: PictureBook
    private let written = Mutex<[Name: [UInt8]]>([:])
    private let stored = Mutex<[Item.ID: [UInt8]]>([:])

    package init(_ catalogue: Catalogue, pictures: PictureBook) {
        self.catalogue = catalogue
        self.pictures = pictures
    }

    /// Returns an item's card as a store sells it; `nil` for an item that is not in the catalogue.
    ///
    /// An item whose picture isn't made yet, or is removed, has a card without one.
    ///
    /// - Parameter offer: when the offer begins and ends that has several listings with this card.
    func plaintext(of item: Item.ID, in store: StoreContent, offer: Range<Instant>? = nil) throws -> [UInt8]? {
        guard let item = catalogue[item] else { return nil }
        let stored = item.master.flatMap(pictures.picture(of:))
        let picture = stored?.removal == nil ? stored?.picture : nil
        if let offer {
            let card = Card(item, picture: picture, currency: store.currency, offer: offer)
            return try card.plaintext(cardBytes: store.cardBytes)
        }
        let name = Name(
            item: item.id, currency: store.currency, cardBytes: store.cardBytes, picture: picture?.name)
        if let known = written.withLock({ $0[name] }) { return known }
        let text = try Card(item, picture: picture, currency: store.currency).plaintext(cardBytes: store.cardBytes)
        written.withLock { $0[name] = text }
        return text
    }

    /// Notes from when on the pictures of these listings can be seen: from when their keys are public.
    ///
    /// Cards that were sealed before the item's picture was made have none.
    func showPictures(of listings: some Sequence<(listing: StoredListing, release: Instant)>) {
        var showings: [[UInt8]: PictureBook.Showing] = [:]
        for (stored, release) in listings {
            guard let master = catalogue[stored.listing.item]?.master,
                let picture = pictures.picture(of: master)?.picture,
                stored.card.contains(Self.beginning(of: picture.name))
            else { continue }
            if let known = showings[master], known.release <= release { continue }
            showings[master] = PictureBook.Showing(release: release, start: stored.start)
        }
        if !showings.isEmpty { pictures.show(showings) }
    }

    /// How a picture's name is written on a card, but for its last byte, which shares a letter with the hash behind it.
    private static func beginning(of name: [UInt8]) -> [UInt8] {
        Array(Base64URL.encode(Array(name.prefix(15))).utf8)
    }

    /// Makes stored listings share the bytes of equal card plaintexts.
    func share(_ listings: inout [StoredListing]) {
        let known = stored.withLock { $0 }
        var new: [Item.ID: [UInt8]] = [:]
        for index in listings.indices {
            let item = listings[index].listing.item
            if let card = known[item] ?? new[item], card == listings[index].card {
                listings[index].share(card)
            } else {
                new[item] = listings[index].card
            }
        }
        if !new.isEmpty { stored.withLock { $0.merge(new) { $1 } } }
    }
}
