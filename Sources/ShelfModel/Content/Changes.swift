/// The times of day at which a position's offers end, so that another item takes its place at a set hour.
package struct Changes: Hashable, Sendable {
    /// In their order on the clock.
    package let times: [TimeOfDay]
    package let days: Set<Weekday>
    /// By how much a position may change later than at a time. The seed decides it anew for each position and change.
    package let spread: TimeSpan
    /// How many seconds lie between two changes, by the clock.
    package let between: ClosedRange<Int>

    private static let day = 86_400

    /// - Parameters:
    ///   - times: one at least, before 24:00.
    ///   - days: one at least.
    package init(
        times: Set<TimeOfDay>, days: Set<Weekday> = Set(Weekday.allCases), spread: TimeSpan = .zero
    ) {
        self.times = times.sorted()
        self.days = days
        self.spread = spread
        let week = days.map(\.rawValue).sorted().flatMap { day in times.sorted().map { day * Self.day + $0.seconds } }
        let next = week.dropFirst() + [(week.first ?? 0) + 7 * Self.day]
        let gaps = zip(week, next).map { $1 - $0 }
        between = (gaps.min() ?? 1)...(gaps.max() ?? 7 * Self.day)
    }

    /// Such as `06:00, 18:00 on mon, thu`.
    package var text: String {
        let named =
            days.count == 7
            ? ""
            : " on " + Weekday.allCases.filter(days.contains).map { String("\($0)".prefix(3)) }.joined(separator: ", ")
        return times.map { "\($0)" }.joined(separator: ", ") + named
    }

    private var weekly: PlannedTimes { .weekly(PlannedTimes.Weekly(days: days, times: Set(times))) }

    /// The first change that is not before `instant`.
    package func first(from instant: Instant, in zone: Zone) -> Instant {
        weekly.first(from: instant, in: zone) ?? .distantFuture
    }

    /// The last change that is not after `instant`.
    package func last(until instant: Instant, in zone: Zone) -> Instant {
        weekly.starts(in: instant - .days(8)..<instant + .milliseconds(1), in: zone).last ?? .distantPast
    }

    package func contains(_ instant: Instant, in zone: Zone) -> Bool { first(from: instant, in: zone) == instant }
}
