extension StoreShares {
    /// How long the shelf is drawn for. Less would show rare items too seldom, and what is planned for the evening not at
    /// all.
    private static let span = TimeSpan.days(1)
    /// After each of these it is asked whether to go on.
    private static let step = TimeSpan.minutes(10)

    /// The share of the listings of a day, drawn as ``Preview`` does.
    ///
    /// - Parameter goesOn: whether there is time to draw on.
    /// - Returns: `nil` where there is no time, or nothing to show.
    package static func drawn(
        _ store: StoreContent, _ catalogue: Catalogue, from instant: Instant, while goesOn: () -> Bool
    ) -> StoreShares? {
        let start = instant.ceiled(to: .seconds(1))
        var schedule = Schedule(
            odds: Odds(rules: store.rules, catalogue: catalogue), seed: ScheduleSeed(previewNumber: 0), after: [],
            firstWindow: start)
        var counts: [Item.ID: UInt64] = [:]
        var (drawnUntil, end) = (start, start + span)
        while drawnUntil < end {
            guard goesOn(), !Task.isCancelled else { return nil }
            drawnUntil = min(drawnUntil + step, end)
            guard let drawn = try? schedule.extend(until: drawnUntil) else { return nil }
            for listing in drawn where listing.start >= start { counts[listing.item, default: 0] += 1 }
        }
        return counts.isEmpty ? nil : StoreShares(counts: counts, catalogue)
    }
}
