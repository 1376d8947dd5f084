/// A part of the calendar: dates, days of the week, hours of the day. All that are given must hold.
package struct CalendarSpan: Hashable, Sendable {
    /// `nil` for all dates.
    package let dates: DateSpan?
    /// `nil` for every day.
    package let days: Set<Weekday>?
    /// `nil` for the whole day.
    package let hours: HourSpan?

    /// Hours of a day, the first instant included and the last not. They may run over midnight.
    ///
    /// Hours that run over midnight belong to the day on which they begin.
    package struct HourSpan: Hashable, Sendable {
        package let from: TimeOfDay
        package let to: TimeOfDay

        /// `nil` for two equal times, which could mean nothing or everything.
        package init?(from: TimeOfDay, to: TimeOfDay) {
            guard from != to else { return nil }
            (self.from, self.to) = (from, to)
        }
    }

    package init(dates: DateSpan? = nil, days: Set<Weekday>? = nil, hours: HourSpan? = nil) {
        self.dates = dates
        self.days = days
        self.hours = hours
    }

    package func contains(_ instant: Instant, in zone: Zone) -> Bool {
        guard let date = date(around: instant, in: zone) else { return false }
        return (days?.contains(date.weekday) ?? true) && (dates?.contains(date) ?? true)
    }

    /// The day on which the hours around `instant` begin; `nil` outside of them.
    private func date(around instant: Instant, in zone: Zone) -> CalendarDate? {
        let date = CalendarDate(instant, in: zone)
        guard let hours else { return date }
        let isAfterFrom = instant >= date.instant(hours.from, in: zone)
        let isBeforeTo = instant < date.instant(hours.to, in: zone)
        if hours.from < hours.to { return isAfterFrom && isBeforeTo ? date : nil }
        if isAfterFrom { return date }
        return isBeforeTo ? CalendarDate(daysSinceEpoch: date.daysSinceEpoch - 1) : nil
    }

    /// The first instant after `instant` at which ``contains(_:in:)`` may change its answer.
    package func nextBoundary(after instant: Instant, in zone: Zone) -> Instant? {
        let date = dates?.nextBoundary(after: instant, in: zone)
        guard days != nil || hours != nil else { return date }
        let week = nextBoundaryInWeeks(after: instant, in: zone)
        return [date, week].compactMap(\.self).min()
    }

    /// Days and hours repeat after a week, so what doesn't change within two changes only with the dates. In one of them
    /// the clock may skip the hours.
    private func nextBoundaryInWeeks(after instant: Instant, in zone: Zone) -> Instant? {
        let today = CalendarDate(instant, in: zone).daysSinceEpoch
        let times = [.midnight, hours?.from, hours?.to].compactMap(\.self)
        return (today...today + 15).lazy
            .flatMap { day in times.map { CalendarDate(daysSinceEpoch: day).instant($0, in: zone) }.sorted() }
            .first { boundary in
                boundary > instant
                    && contains(boundary, in: zone) != contains(boundary - .milliseconds(1), in: zone)
            }
    }
}
