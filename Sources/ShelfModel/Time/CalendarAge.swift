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

    /// When something born at `birth` reaches this age, in the local time of UTC plus `offset`.
    package func reached(from birth: Instant, offset: TimeSpan) -> Instant {
        guard months > 0 else { return birth + span }
        let day = CalendarDate(birth, offset: offset)
        let timeOfDay = birth - day.start(offset: offset)
        return day.adding(months: months).start(offset: offset) + timeOfDay + span
    }
}
