package import ShelfDatabase

/// What was ever sold, for Prometheus, which asks every few seconds.
///
/// The hours that aren't closed yet are counted from their purchases, which takes seconds when many were sold. So all
/// who ask meanwhile share a count, and a count that took long is kept for ten times as long.
package actor SalesTotals {
    private let count: @Sendable () async throws -> SalesFigures
    private let now: @Sendable () -> ContinuousClock.Instant
    private var counting: Task<SalesFigures, any Error>?
    private var kept: (figures: SalesFigures, until: ContinuousClock.Instant)?

    /// A count that takes less than this isn't kept.
    package static let long = Duration.milliseconds(100)
    /// So the database counts during a tenth of the time at most.
    package static let timesKept = 10
    /// However long the count took: the machine may have slept meanwhile.
    package static let keptAtMost = Duration.seconds(300)

    /// - Parameters:
    ///   - count: counts in the database.
    ///   - now: tells how long a count takes, and how old it is.
    package init(
        count: @escaping @Sendable () async throws -> SalesFigures,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        (self.count, self.now) = (count, now)
    }

    /// - Throws: what the database says.
    package func figures() async throws -> SalesFigures {
        if let counting { return try await counting.value }
        let begun = now()
        if let kept, begun < kept.until { return kept.figures }
        let task = Task { try await count() }
        counting = task
        defer { counting = nil }
        let figures = try await task.value
        let took = now() - begun
        let lasts = min(took * Self.timesKept, Self.keptAtMost)
        kept = took < Self.long ? nil : (figures, now().advanced(by: lasts))
        return figures
    }
}
