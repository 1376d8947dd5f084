/// When a planned appearance starts, in the store's local time.
package enum PlannedTimes: Hashable, Sendable {
    case once(CalendarDate, TimeOfDay)
    case weekly(Weekly)

    /// Times of the day on some days of every week.
    package struct Weekly: Hashable, Sendable {
        package let days: Set<Weekday>
        /// In their order on the clock.
        package let times: [TimeOfDay]
        /// The first day; `nil` where there has always been one.
        package let from: CalendarDate?
        /// The last day, included; `nil` where there is none.
        package let until: CalendarDate?

        package init(
            days: Set<Weekday> = Set(Weekday.allCases), times: Set<TimeOfDay>, from: CalendarDate? = nil,
            until: CalendarDate? = nil
        ) {
            self.days = days
            self.times = times.sorted()
            self.from = from
            self.until = until
        }

        func contains(_ date: CalendarDate) -> Bool {
            days.contains(date.weekday) && from ?? date <= date && date <= until ?? date
        }
    }

    /// Whether there is any start: on one of the days of the week, between the first day and the last.
    package var hasAny: Bool {
        guard case .weekly(let weekly) = self, let from = weekly.from, let until = weekly.until else { return true }
        let days = from.daysSinceEpoch...max(from.daysSinceEpoch, min(until.daysSinceEpoch, from.daysSinceEpoch + 6))
        return days.contains { weekly.contains(CalendarDate(daysSinceEpoch: $0)) }
    }

    /// Every start in `span`, in order. Times that the clock skips together are one start.
    package func starts(in span: Range<Instant>, in zone: Zone) -> [Instant] {
        switch self {
        case .once(let date, let time):
            return [date.instant(time, in: zone)].filter(span.contains)
        case .weekly(let weekly):
            // The clock may skip the end of the day before, whose last times then are at the beginning of this one.
            let yesterday = CalendarDate(span.lowerBound, in: zone).daysSinceEpoch - 1
            let first = max(CalendarDate(daysSinceEpoch: yesterday), weekly.from ?? .first)
            let last = min(CalendarDate(span.upperBound, in: zone), weekly.until ?? .last)
            guard first <= last else { return [] }
            return (first.daysSinceEpoch...last.daysSinceEpoch).lazy.map(CalendarDate.init(daysSinceEpoch:))
                .filter(weekly.contains)
                .flatMap { date in weekly.times.map { date.instant($0, in: zone) } }
                .filter(span.contains)
                .reduce(into: []) { starts, start in if starts.last != start { starts.append(start) } }
        }
    }

    /// The first start that is not before `instant`.
    package func first(from instant: Instant, in zone: Zone) -> Instant? {
        switch self {
        case .once:
            return starts(in: instant..<Instant.distantFuture, in: zone).first
        case .weekly(let weekly):
            let first = max(instant, weekly.from?.start(in: zone) ?? instant)
            return starts(in: first..<first + .days(8), in: zone).first
        }
    }
}

extension CalendarDate {
    fileprivate static let first = CalendarDate(daysSinceEpoch: -719_162)
    fileprivate static let last = CalendarDate(daysSinceEpoch: 2_932_896)
}
