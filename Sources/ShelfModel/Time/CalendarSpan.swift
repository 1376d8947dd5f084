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

    package func contains(_ instant: Instant, offset: TimeSpan) -> Bool {
        guard let beginning = beginning(of: instant, offset: offset) else { return false }
        let date = CalendarDate(beginning, offset: offset)
        return (days?.contains(date.weekday) ?? true) && (dates?.contains(beginning, offset: offset) ?? true)
    }

    /// An instant of the day on which the hours around `instant` begin; `nil` outside of them.
    private func beginning(of instant: Instant, offset: TimeSpan) -> Instant? {
        guard let hours else { return instant }
        let midnight = CalendarDate(instant, offset: offset).start(offset: offset)
        let isAfterFrom = instant >= midnight + .seconds(hours.from.seconds)
        let isBeforeTo = instant < midnight + .seconds(hours.to.seconds)
        if hours.from < hours.to { return isAfterFrom && isBeforeTo ? instant : nil }
        if isAfterFrom { return instant }
        return isBeforeTo ? midnight - .seconds(1) : nil
    }

    /// The first instant after `instant` at which ``contains(_:offset:)`` may change its answer.
    package func nextBoundary(after instant: Instant, offset: TimeSpan) -> Instant? {
        let date = dates?.nextBoundary(after: instant, offset: offset)
        guard days != nil || hours != nil else { return date }
        let week = nextBoundaryInWeek(after: instant, offset: offset)
        return [date, week].compactMap(\.self).min()
    }

    /// Days and hours repeat after a week, so what doesn't change within it changes only with the dates.
    private func nextBoundaryInWeek(after instant: Instant, offset: TimeSpan) -> Instant? {
        let today = CalendarDate(instant, offset: offset).daysSinceEpoch
        let times = [.midnight, hours?.from, hours?.to].compactMap(\.self)
        return (today...today + 8).lazy
            .flatMap { day in times.map { CalendarDate(daysSinceEpoch: day).instant($0, offset: offset) }.sorted() }
            .first { boundary in
                boundary > instant
                    && contains(boundary, offset: offset) != contains(boundary - .milliseconds(1), offset: offset)
            }
    }
}
