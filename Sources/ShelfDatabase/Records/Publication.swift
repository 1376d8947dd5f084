package import ShelfModel

/// Everything that is decided for a store in one minute: the newly drawn listings, the numbers of editions left with
/// which they were drawn, and the window.
package struct Publication: Hashable, Sendable {
    /// The store's newest window and its changes when this publication was made, if there was a window. The database
    /// accepts the publication only if they still are.
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
