import ShelfModel

/// How much of a store's future may be asked for at once.
struct FutureLimits {
    /// How many hours one answer has at most.
    let hours: Int64
    /// How many hours after now a span must have ended.
    let ahead: Int64

    private static let listings: Int64 = 100_000
    private static let draws: Int64 = 1_000_000
    private static let longest: Int64 = 7 * 24
    private static let farthest: Int64 = 14 * 24

    /// - Parameter rules: where there are many positions or short listings, less time may be asked for.
    init(_ rules: StoreRules) {
        let eachHour = max(
            1,
            rules.ends.map { end, count in
                Int64(count) * 2 * 3600 / (Int64(end.seconds.lowerBound) + Int64(end.seconds.upperBound))
            }.reduce(0, +))
        hours = max(1, min(Self.longest, Self.listings / eachHour))
        ahead = max(1, min(Self.farthest, Self.draws / eachHour))
    }

    func span(from start: Instant, hours: Int64, now: Instant) throws(FutureRefusal) -> Range<Instant> {
        guard (1...self.hours).contains(hours) else { throw .hours(hours, atMost: self.hours) }
        let (end, latest) = (start + .hours(hours), now + .hours(ahead))
        guard end <= latest else { throw .tooFarAhead(latest: latest.floored(to: .minutes(1))) }
        return start..<end
    }
}
