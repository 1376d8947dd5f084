/// An age in calendar months plus a span.
///
/// Months are counted on the calendar: "over six months old" means the same day of the month, not 182 days.
package struct CalendarAge: Hashable, Sendable {
    package let months: Int
    package let span: TimeSpan

    package init(months: Int = 0, span: TimeSpan = .zero) {
        self.months = months
        self.span = span
    }

    /// When something born at `birth` reaches this age.
    package func reached(from birth: Instant, in zone: Zone) -> Instant {
        guard months > 0 else { return birth + span }
        let day = CalendarDate(birth, in: zone)
        let timeOfDay = zone.local(at: birth) - .days(day.daysSinceEpoch)
        return zone.instant(local: .days(day.adding(months: months).daysSinceEpoch) + timeOfDay) + span
    }
}
