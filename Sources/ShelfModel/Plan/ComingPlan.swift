/// A store's plan in a content version that is scheduled to take effect.
package struct ComingPlan: Hashable, Sendable {
    package let version: Int64
    /// From this instant on the version draws, or the store is closed by it.
    package let holdsFrom: Instant
    /// `nil` when the version doesn't have the store any more.
    package let appearances: [PlannedAppearance]?

    package init(version: Int64, holdsFrom: Instant, appearances: [PlannedAppearance]?) {
        self.version = version
        self.holdsFrom = holdsFrom
        self.appearances = appearances
    }
}
