/// A store's plan in a content version that is scheduled to come in force.
package struct ComingPlan: Hashable, Sendable {
    package let version: Int64
    /// From this instant on the version draws.
    package let drawsFrom: Instant
    /// `nil` when the version doesn't have the store any more.
    package let appearances: [PlannedAppearance]?

    package init(version: Int64, drawsFrom: Instant, appearances: [PlannedAppearance]?) {
        self.version = version
        self.drawsFrom = drawsFrom
        self.appearances = appearances
    }
}
