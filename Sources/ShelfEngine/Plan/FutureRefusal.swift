package import ShelfModel

/// Why a store's future isn't worked out.
package enum FutureRefusal: Error, Hashable {
    case unknownStore(among: [String])
    /// Only a version that is still to take effect has the store.
    case comes(ContentVersion)
    /// The store is new, and its first window is still to be made.
    case notOpen
    case hours(Int64, atMost: Int64)
    /// The span ends after the instant up to which the future may be asked for.
    case tooFarAhead(latest: Instant)
}
