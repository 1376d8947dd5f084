package import ShelfModel

/// What running stores have published, so that content can be checked against it before it takes effect.
package struct PublishedContent: Hashable, Sendable {
    package struct Store: Hashable, Sendable {
        /// Up to when every position has listings.
        package let drawnUntil: Instant
        /// The plan in force.
        package let plan: [PlannedAppearance]
        /// What is left, and which items are withdrawn.
        package let editionsLeft: EditionsLeft

        package init(drawnUntil: Instant, plan: [PlannedAppearance], editionsLeft: EditionsLeft) {
            self.drawnUntil = drawnUntil
            self.plan = plan
            self.editionsLeft = editionsLeft
        }
    }

    private let stores: [String: Store]
    /// Whether the plans of the content that is checked are drawn, too, so that others say which starts come late.
    package let isDrawn: Bool

    /// - Parameter stores: by their ids; none where no server runs.
    package init(_ stores: [String: Store] = [:], isDrawn: Bool = false) {
        self.stores = stores
        self.isDrawn = isDrawn
    }

    package subscript(store: String) -> Store? { stores[store] }
}
