package import ShelfModel

/// Everything that is decided for a store in one minute: the newly drawn listings, the numbers of editions left with
/// which they were drawn, and the window.
package struct Publication: Hashable, Sendable {
    /// The store's newest window when this publication was made, if there was one. The database accepts the publication
    /// only if that is still the newest.
    package let previous: WindowHead?
    package let window: StoredWindow
    package let drawn: [StoredListing]
    package let editionsLeft: EditionsLeft

    package init(previous: WindowHead?, window: StoredWindow, drawn: [StoredListing], editionsLeft: EditionsLeft) {
        self.previous = previous
        self.window = window
        self.drawn = drawn
        self.editionsLeft = editionsLeft
    }

    package var store: String { window.store }
}
