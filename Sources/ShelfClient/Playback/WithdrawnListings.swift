import ShelfModel
import ShelfWire

/// The listings that the store has withdrawn from sale, as far as windows and notices have said.
///
/// A withdrawal is final for its name, so the order in which they come doesn't matter, and an older window takes none
/// back.
struct WithdrawnListings: Hashable, Sendable {
    fileprivate struct Name: Hashable {
        let place: ListingPlace
        let revision: Int
    }

    private var names: Set<Name> = []

    /// More names than a window has listings. The bound holds for signed names too, so that nobody can fill the memory.
    static let atMost = 20_000

    /// - Returns: whether it is news.
    mutating func take(_ notice: Notice) -> Bool {
        guard names.count < Self.atMost else { return false }
        return names.insert(Name(place: ListingPlace(notice), revision: notice.revision)).inserted
    }

    /// Takes what the window says, and forgets what was over before it. A name is kept as long as any revision of its
    /// listing is there, because the window may have an older one than a notice.
    ///
    /// - Parameter earlier: the window that was in use, whose last listings may be shown for another moment.
    mutating func take(_ window: WindowFile, after earlier: WindowFile?) {
        if !names.isEmpty {
            let shown = Set((window.listings + (earlier?.listings ?? [])).map { ListingPlace($0) })
            names = names.filter { shown.contains($0.place) || window.header.isComing($0.place) }
        }
        let places = Set(window.header.withdrawn ?? [])
        guard !places.isEmpty else { return }
        for listing in window.listings where places.contains(listing.record.place) {
            names.insert(Name(place: ListingPlace(listing), revision: listing.record.revision))
        }
    }

    func contains(_ listing: ShelfListing) -> Bool {
        names.contains(Name(place: ListingPlace(listing), revision: listing.revision))
    }

    /// The positions, of which those that show a withdrawn listing say so.
    func mark(_ positions: [ShelfPosition]) -> [ShelfPosition] {
        names.isEmpty
            ? positions
            : positions.map { position in
                var position = position
                position.isWithdrawn = position.listing.map(contains) ?? false
                return position
            }
    }
}

extension WindowRecord {
    fileprivate var place: WithdrawnPlace { WithdrawnPlace(chain: chain, slot: slot, position: position) }
}
