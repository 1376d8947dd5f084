import ShelfModel

extension StoreContent {
    /// When the first window can show this content after another.
    ///
    /// The window of the minute in which it comes in force is made before it.
    static func firstWindow(from instant: Instant) -> Instant { instant.floored(to: .minutes(1)) + .minutes(1) }

    /// When the first listing can differ from what would have been shown without a change to this content.
    ///
    /// Listings stay up to where they are drawn. But windows have as many positions as the content says, so another
    /// number of positions shows with the next one.
    ///
    /// - Parameters:
    ///   - before: the store as it is before; `nil` where it is new.
    ///   - instant: when this content comes in force.
    func firstDifference(from before: StoreContent?, at instant: Instant, drawnUntil: Instant) -> Instant {
        guard let before, before.rules.positions != rules.positions else { return drawnUntil }
        return Self.firstWindow(from: instant)
    }
}
