/// How a zone's clock goes on after its known changes, as the footer of its file says: a POSIX TZ string with the
/// extensions of RFC 9636, section 3.3.1.
struct ZoneRule: Hashable, Sendable {
    /// Local time minus UTC, but for ``saving``.
    let standard: TimeSpan
    /// `nil` where the offset stays.
    let saving: Saving?

    /// A part of every year that has another offset, mostly summer.
    struct Saving: Hashable, Sendable {
        /// Local time minus UTC.
        let offset: TimeSpan
        /// By the clock of ``standard``.
        let start: YearlyTime
        /// By the clock of ``offset``.
        let end: YearlyTime
    }

    /// A time on a day of every year.
    struct YearlyTime: Hashable, Sendable {
        let day: YearDay
        /// Seconds after the day's midnight. They may lead a week away from it.
        let seconds: Int
    }

    enum YearDay: Hashable, Sendable {
        /// From 1 to 365: 29 February isn't counted.
        case julian(Int)
        /// From 0 to 365: 29 February is counted.
        case zeroBased(Int)
        /// The first to fourth such day of a month, or with 5 the last.
        case weekday(month: Int, week: Int, Weekday)
    }

    /// Local time minus UTC at `instant`.
    func offset(at instant: Instant) -> TimeSpan {
        changes(around: instant).last { $0.at <= instant }?.offset ?? standard
    }

    /// The first change after `instant`.
    func change(after instant: Instant) -> Zone.Change? {
        let before = offset(at: instant)
        return changes(around: instant).first { $0.at > instant && offset(at: $0.at) != before }
    }

    /// The changes of the years around, in order. Where an end and the next start fall together, the start counts.
    private func changes(around instant: Instant) -> [Zone.Change] {
        guard let saving else { return [] }
        let year = CalendarDate(instant).year
        let changes = (year - 1...year + 1).flatMap { year in
            [
                Zone.Change(at: saving.end.instant(in: year, saving.offset), offset: standard),
                Zone.Change(at: saving.start.instant(in: year, standard), offset: saving.offset),
            ]
        }
        return changes.sorted { ($0.at, $0.offset == standard ? 0 : 1) < ($1.at, $1.offset == standard ? 0 : 1) }
    }
}

extension ZoneRule.YearlyTime {
    /// - Parameter offset: local time minus UTC just before it.
    fileprivate func instant(in year: Int, _ offset: TimeSpan) -> Instant {
        Instant(milliseconds: 0) + .days(day.daysSinceEpoch(in: year)) + .seconds(seconds) - offset
    }
}

extension ZoneRule.YearDay {
    fileprivate func daysSinceEpoch(in year: Int) -> Int {
        let newYear = CalendarDate.firstDay(ofMonth: 1, year).daysSinceEpoch
        switch self {
        case .julian(let day):
            let isAfterLeapDay = day >= 60 && CalendarDate.days(inMonth: 2, of: year) == 29
            return newYear + day - 1 + (isAfterLeapDay ? 1 : 0)
        case .zeroBased(let day):
            return newYear + day
        case .weekday(let month, let week, let weekday):
            let first = CalendarDate.firstDay(ofMonth: month, year)
            let ahead = (weekday.rawValue - first.weekday.rawValue + 7) % 7
            let days = ahead + 7 * (week - 1)
            return first.daysSinceEpoch + (days < CalendarDate.days(inMonth: month, of: year) ? days : days - 7)
        }
    }
}
