package import ShelfModel

/// Why listings aren't changed.
package enum ChangeRefusal: Error, Hashable {
    case unknownStore(String, among: [String])
    /// The store is new, and its first window is still to be made.
    case notOpen
    /// The store has decided no listing that starts at this position and instant.
    case noSuchListing
    case unknownItem
    /// The listing is withdrawn, for good.
    case listingWithdrawn
    case notReleased(until: Instant)
    case itemWithdrawn
    case soldOut
    /// The listing's key is released, or will be within seconds.
    case tooLate
    /// A listing can't be changed more often than the wire can count.
    case changedTooOften
    /// No item can be drawn for a listing that starts at this instant.
    case nothingToShow(at: Instant)
    /// The store was published or changed by others again and again meanwhile.
    case busy
}
