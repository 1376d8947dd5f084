import ShelfModel

/// A day that the test writes down, such as `day("2026-12-24")`.
func day(_ text: String) -> CalendarDate {
    let numbers = text.split(separator: "-").compactMap { Int($0) }
    return CalendarDate(year: numbers[0], month: numbers[1], day: numbers[2])!
}

/// The first instant of a day in UTC, and a number of hours, minutes and seconds later.
func at(_ text: String, _ hours: Int = 0, _ minutes: Int = 0, _ seconds: Int = 0) -> Instant {
    day(text).start() + .hours(hours) + .minutes(minutes) + .seconds(seconds)
}

func monthDay(_ month: Int, _ day: Int) -> DateSpan.MonthDay { DateSpan.MonthDay(month: month, day: day)! }

extension Item {
    /// An item of which only the named things matter.
    static func sample(
        _ id: String, set: String = "plain", released: String = "2020-01-01", price: Int64 = 100, edition: Int64? = nil
    ) -> Item {
        Item(id: id, name: id, set: set, released: .date(day(released)), price: price, edition: edition)
    }
}

extension ScheduleSeed {
    /// 32 bytes that count up from `first`.
    static func sample(_ first: Int = 0) -> ScheduleSeed {
        ScheduleSeed(bytes: (0..<32).map { UInt8(truncatingIfNeeded: first + $0) })
    }
}
