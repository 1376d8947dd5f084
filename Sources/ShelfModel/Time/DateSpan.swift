/// A span of days, both ends included: either once, or every year.
package enum DateSpan: Hashable, Sendable {
    case once(from: CalendarDate, to: CalendarDate)
    /// From one day of the year to another. It may run over New Year.
    case yearly(from: MonthDay, to: MonthDay)

    package struct MonthDay: Hashable, Comparable, Sendable {
        package let month: Int
        package let day: Int

        /// `nil` when no year has such a day.
        package init?(month: Int, day: Int) {
            guard CalendarDate(year: 2024, month: month, day: day) != nil else { return nil }
            (self.month, self.day) = (month, day)
        }

        init(_ date: CalendarDate) {
            (month, day) = (date.month, date.day)
        }

        package static func < (left: MonthDay, right: MonthDay) -> Bool {
            (left.month, left.day) < (right.month, right.day)
        }

        /// Days since the epoch of the first day in `year` that is not before this one.
        ///
        /// 29 February is 1 March in most years.
        func first(in year: Int) -> Int {
            CalendarDate.firstDay(ofMonth: month, year).daysSinceEpoch + day - 1
        }

        /// Days since the epoch of the first day in `year` that is after this one.
        func after(in year: Int) -> Int {
            let days = min(day, CalendarDate.days(inMonth: month, of: year))
            return CalendarDate.firstDay(ofMonth: month, year).daysSinceEpoch + days
        }
    }

    package func contains(_ date: CalendarDate) -> Bool {
        switch self {
        case .once(let from, let to):
            return from <= date && date <= to
        case .yearly(let from, let to):
            let day = MonthDay(date)
            return from <= to ? (from...to).contains(day) : day >= from || day <= to
        }
    }

    /// The first instant after `instant` that may belong to a day for which ``contains(_:)`` gives another answer.
    package func nextBoundary(after instant: Instant, in zone: Zone) -> Instant? {
        boundaryDays(around: CalendarDate(instant, in: zone).year)
            .map { CalendarDate(daysSinceEpoch: $0).start(in: zone) }
            .filter { $0 > instant }
            .min()
    }

    private func boundaryDays(around year: Int) -> [Int] {
        switch self {
        case .once(let from, let to):
            [from.daysSinceEpoch, to.daysSinceEpoch + 1]
        case .yearly(let from, let to):
            (year...year + 1).flatMap { [from.first(in: $0), to.after(in: $0)] }
        }
    }
}
