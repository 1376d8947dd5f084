import ShelfModel
import ShelfWire

/// The listings that have another card than a window says, as far as notices have told.
///
/// The highest revision wins, so the order in which notices and windows come doesn't matter, and an older window brings
/// none back.
package struct ReplacedListings: Hashable, Sendable {
    /// The notice with the highest revision of each listing, as long as no window has that revision.
    private var notices: [ListingPlace: Notice] = [:]
    private var bytes = 0

    /// As many bytes as a window has at most. The bound holds for signed records too, so that nobody can fill the
    /// memory.
    static let bytesAtMost = 4_194_304

    package init() {}

    /// - Parameter known: the listing of this name as it is shown so far; `nil` when no window in use has it.
    /// - Returns: whether it is news.
    /// - Throws: when the notice says something else of a revision that is known already, or changes more than the
    ///   card. What was published first stays.
    mutating func take(_ notice: Notice, over known: SealedListing?) throws(Contradiction) -> Bool {
        if let known {
            guard notice.revision >= known.record.revision else { return false }
            guard let new = known.replaced(by: notice), new.mayFollow(known) else {
                throw .listing(position: known.position, start: known.start)
            }
            guard new != known else { return false }
        }
        let place = ListingPlace(notice)
        guard notice.revision > notices[place]?.revision ?? 0 else { return false }
        let grown = bytes + notice.recordBytes - (notices[place]?.recordBytes ?? 0)
        guard grown <= Self.bytesAtMost else { return false }
        (notices[place], bytes) = (notice, grown)
        return true
    }

    /// Forgets what the window has itself, and what was over before it.
    mutating func take(_ window: WindowFile) {
        guard !notices.isEmpty else { return }
        let listings = window.listings.map { (ListingPlace($0), $0.record.revision) }
        let revisions = Dictionary(listings) { first, _ in first }
        notices = notices.filter { place, notice in
            revisions[place].map { $0 < notice.revision } ?? window.header.isComing(place)
        }
        bytes = notices.values.map(\.recordBytes).reduce(0, +)
    }

    /// The listing in its highest revision. What doesn't fit it is left out.
    func newest(of listing: SealedListing) -> SealedListing {
        guard let notice = notices[ListingPlace(listing)], notice.revision > listing.record.revision else {
            return listing
        }
        return listing.replaced(by: notice) ?? listing
    }

    /// Where the window has another card than a notice under the same revision; `nil` when it has none.
    func contradiction(in window: WindowFile) -> Contradiction? {
        guard !notices.isEmpty else { return nil }
        let contradicting = window.listings.first { listing in
            guard let notice = notices[ListingPlace(listing)], notice.revision == listing.record.revision else {
                return false
            }
            return listing.replaced(by: notice) != listing
        }
        return contradicting.map { .listing(position: $0.position, start: $0.start) }
    }
}

extension Notice {
    /// How long the record that it brings would be in a window.
    fileprivate var recordBytes: Int { WindowRecord.headBytes + (sealed?.count ?? 0) }
}
