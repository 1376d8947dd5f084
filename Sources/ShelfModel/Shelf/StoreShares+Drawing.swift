extension StoreShares {
    /// How long the shelf is drawn for. Less would not show what is planned for the evening.
    private static let span = TimeSpan.days(1)
    /// After each of these it is asked whether to go on.
    private static let step = TimeSpan.minutes(10)
    /// With this number of listings a share of 2 % is known to 0.4 points. A day of a small shelf has fewer, so it is
    /// drawn again with other seeds.
    private static let enough: UInt64 = 40_000
    private static let daysAtMost: UInt64 = 32

    /// The share of the listings of a day, drawn as ``Preview`` does: with its seed, and then with the next ones.
    ///
    /// - Parameters:
    ///   - goesOn: whether there is time to draw on.
    ///   - repeats: whether there is time to draw the day again.
    /// - Returns: `nil` where there is no time, or nothing to show.
    package static func drawn(
        _ store: StoreContent, _ catalogue: Catalogue, from instant: Instant, while goesOn: () -> Bool,
        again repeats: () -> Bool
    ) -> StoreShares? {
        var (counts, listings) = ([Item.ID: UInt64](), UInt64(0))
        for number in 0..<daysAtMost where listings < enough && (number == 0 || repeats()) {
            guard let day = day(number, store, catalogue, from: instant, while: goesOn) else { break }
            counts.merge(day) { $0 + $1 }
            listings += day.values.reduce(0, +)
        }
        return counts.isEmpty ? nil : StoreShares(counts: counts, catalogue)
    }

    /// How often each item comes in one day; `nil` where there is no time, or nothing to show.
    private static func day(
        _ number: UInt64, _ store: StoreContent, _ catalogue: Catalogue, from instant: Instant, while goesOn: () -> Bool
    ) -> [Item.ID: UInt64]? {
        let start = instant.ceiled(to: .seconds(1))
        var schedule = Schedule(
            odds: Odds(rules: store.rules, catalogue: catalogue), seed: ScheduleSeed(previewNumber: number), after: [],
            firstWindow: start)
        var counts: [Item.ID: UInt64] = [:]
        var (drawnUntil, end) = (start, start + span)
        while drawnUntil < end {
            guard goesOn(), !Task.isCancelled else { return nil }
            drawnUntil = min(drawnUntil + step, end)
            guard let drawn = try? schedule.extend(until: drawnUntil) else { return nil }
            for listing in drawn where listing.start >= start { counts[listing.item, default: 0] += 1 }
        }
        return counts
    }
}
