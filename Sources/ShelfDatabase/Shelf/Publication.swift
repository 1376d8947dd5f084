package import ShelfModel

/// Everything that is decided for a store in one minute: the newly drawn listings, the numbers of editions left with
/// which they were drawn, and the window.
package struct Publication: Hashable, Sendable {
    /// The store's newest window and its changes when this publication was made, if there was a window. The database
    /// accepts the publication only if they still are.
    package let previous: WindowHead?
    /// The content version that the server had followed last; `nil` when its content isn't one. The database accepts
    /// the publication only if no later one is in force at the window's instant.
    package let version: Int64?
    package let window: StoredWindow
    package let drawn: [StoredListing]
    package let editionsLeft: EditionsLeft

    package init(
        previous: WindowHead?, version: Int64? = nil, window: StoredWindow, drawn: [StoredListing],
        editionsLeft: EditionsLeft
    ) {
        self.previous = previous
        self.version = version
        self.window = window
        self.drawn = drawn
        self.editionsLeft = editionsLeft
    }

    package var store: String { window.store }

    /// The content that the window was made by; `nil` when it isn't a content version.
    package var basis: ContentBasis? { version.map { ContentBasis(version: $0, at: window.issuedAt) } }
}
