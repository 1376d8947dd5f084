/// An operator's order to change what a store has decided and not yet released.
package struct ChangeOrder: Hashable, Sendable {
    package let store: String
    package let kind: Kind
    package let reason: String
    package let by: String
    /// The idempotency key. Orders with the same key and the same ``by`` are one order, however often they are sent.
    package let key: String
    package let at: Instant

    package enum Kind: Hashable, Sendable {
        /// The listing that starts at a position at an instant shows another item.
        case replacement(position: Int, start: Instant, item: Item.ID)
        /// Every listing that starts at or after an instant is drawn anew.
        case redraw(from: Instant)
    }

    package init(store: String, kind: Kind, reason: String, by: String, key: String, at: Instant) {
        self.store = store
        self.kind = kind
        self.reason = reason
        self.by = by
        self.key = key
        self.at = at
    }
}

/// The outcome of an order to change listings.
package enum ChangeAnswer: Hashable, Sendable {
    case changed(ListingChange, isReplay: Bool)
    /// The key was already used for another change.
    case keyReused
    /// The store has been published or changed since the change was made.
    case outdated
    /// A key would be released too soon.
    case tooLate
}
