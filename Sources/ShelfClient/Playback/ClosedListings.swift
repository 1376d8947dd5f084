import ShelfModel
package import ShelfWire

/// The listings that the store sells no more before they are over, as far as windows and notices have said: they are
/// withdrawn, or their edition is sold out.
///
/// Both are final for a name, so the order in which they come doesn't matter, and an older window takes none back.
package struct ClosedListings: Hashable, Sendable {
    private enum Reason {
        case withdrawn, soldOut
    }

    fileprivate struct Name: Hashable {
        let place: ListingPlace
        let revision: Int
    }

    private var names: [Name: Reason] = [:]

    package init() {}

    /// More names than a window has listings. The bound holds for signed names too, so that nobody can fill the memory.
    static let atMost = 20_000

    /// - Returns: whether it is news.
    package mutating func withdraw(_ notice: Notice) -> Bool { close(notice, .withdrawn) }

    /// - Returns: whether it is news. Of a withdrawn listing it is none.
    package mutating func sellOut(_ notice: Notice) -> Bool { close(notice, .soldOut) }

    private mutating func close(_ notice: Notice, _ reason: Reason) -> Bool {
        let name = Name(place: ListingPlace(notice), revision: notice.revision)
        guard names.count < Self.atMost, names[name] != reason, names[name] != .withdrawn else { return false }
        names[name] = reason
        return true
    }

    /// Takes what the window says, and forgets what was over before it. A name is kept as long as any revision of its
    /// listing is there, because the window may have an older one than a notice.
    ///
    /// - Parameter earlier: the window that was in use, whose last listings may be shown for another moment.
    mutating func take(_ window: WindowFile, after earlier: WindowFile?) {
        if !names.isEmpty {
            let shown = Set((window.listings + (earlier?.listings ?? [])).map { ListingPlace($0) })
            names = names.filter { shown.contains($0.key.place) || window.header.isComing($0.key.place) }
        }
        let places = Set(window.header.withdrawn ?? [])
        guard !places.isEmpty else { return }
        for listing in window.listings where places.contains(listing.record.place) {
            names[Name(place: ListingPlace(listing), revision: listing.record.revision)] = .withdrawn
        }
    }

    /// Marks the positions that show such a listing with the reason why it isn't sold.
    package func mark(_ positions: [ShelfPosition]) -> [ShelfPosition] {
        names.isEmpty
            ? positions
            : positions.map { position in
                var position = position
                let reasons = position.names.map { names[Name(place: ListingPlace($0), revision: $0.revision)] }
                // A store's withdrawal that is lifted ends with a listing, so the last one counts.
                position.isWithdrawn = reasons.last == .some(.withdrawn)
                position.isSoldOut = !position.isWithdrawn && reasons.contains(.soldOut)
                return position
            }
    }
}

extension WindowRecord {
    fileprivate var place: WithdrawnPlace { WithdrawnPlace(chain: chain, slot: slot, position: position) }
}
