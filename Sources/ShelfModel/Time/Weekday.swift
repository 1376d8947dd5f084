/// A day of the week.
package enum Weekday: Int, Hashable, Sendable, CaseIterable {
    case monday, tuesday, wednesday, thursday, friday, saturday, sunday
}

extension CalendarDate {
    package var weekday: Weekday {
        // 1970-01-01 was a Thursday.
        let index = (daysSinceEpoch + Weekday.thursday.rawValue) % 7
        return Weekday.allCases[index < 0 ? index + 7 : index]
    }
}
