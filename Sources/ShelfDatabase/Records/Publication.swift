package import ShelfModel

/// All that one minute decides for a store: newly drawn listings, what was known when they were drawn, and the window.
package struct Publication: Hashable, Sendable {
    package let window: StoredWindow
    package let drawn: [StoredListing]
    package let editionsLeft: EditionsLeft

    package init(window: StoredWindow, drawn: [StoredListing], editionsLeft: EditionsLeft) {
        self.window = window
        self.drawn = drawn
        self.editionsLeft = editionsLeft
    }

    package var store: String { window.store }
}
