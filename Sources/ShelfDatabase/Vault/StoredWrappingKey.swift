package import ShelfModel

/// A wrapping key as the database knows it: that it is used, and not the key itself.
package struct StoredWrappingKey: Hashable, Sendable {
    package let number: UInt32
    package let addedAt: Instant
    /// From when on it seals; `nil` while a server doesn't know it yet.
    package let sealsFrom: Instant?
    /// Since when everything is sealed under it; `nil` while rows are sealed under earlier ones.
    package let wholeAt: Instant?

    package init(number: UInt32, addedAt: Instant, sealsFrom: Instant?, wholeAt: Instant?) {
        (self.number, self.addedAt, self.sealsFrom, self.wholeAt) = (number, addedAt, sealsFrom, wholeAt)
    }
}
