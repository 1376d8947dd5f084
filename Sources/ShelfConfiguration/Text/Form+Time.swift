import ShelfModel

extension Form<TimeSpan> {
    static var span: Form {
        Form("a span such as 45s, 4m or 300ms") { text in
            TimeUnits.read(text).flatMap { count, unit in TimeUnits.short[unit].map { .milliseconds(count * $0) } }
        }
    }

    static var offset: Form {
        Form("local time minus UTC such as \"+00:00\", \"+05:30\" or \"-08:00\", at most 14 hours") {
            $0 == "Z" ? nil : RFC3339.offset($0)
        }
    }
}

extension Form<CalendarAge> {
    /// `m` is left out on purpose: beside months and minutes nobody can tell what it means.
    static var age: Form {
        Form("an age such as 6 months, 1 year, 10 days, 2 weeks or 36 hours") { text in
            guard let (count, unit) = TimeUnits.read(text) else { return nil }
            let singular = unit.count > 2 && unit.hasSuffix("s") ? String(unit.dropLast()) : unit
            if let months = TimeUnits.calendar[singular] { return CalendarAge(months: Int(count) * months) }
            let length = TimeUnits.long[singular] ?? (unit == "m" ? nil : TimeUnits.short[unit])
            return length.map { CalendarAge(span: .milliseconds(count * $0)) }
        }
    }
}

extension Form<Item.Release> {
    static var release: Form {
        Form("a date such as 2026-11-21 or an instant such as 2026-11-21T09:00:00Z") { text in
            RFC3339.date(text).map(Item.Release.date) ?? RFC3339.instant(text).map(Item.Release.instant)
        }
    }
}

/// One end of a span of dates: a day of every year, or of one.
enum SeasonDay {
    case yearly(DateSpan.MonthDay)
    case once(CalendarDate)
}

extension Form<SeasonDay> {
    static var seasonDay: Form {
        Form("a day such as 12-24 (every year) or 2026-12-24 (once)") { text in
            if let date = RFC3339.date(text) { return .once(date) }
            let leapYear = RFC3339.date("2024-" + text)
            return leapYear.flatMap { DateSpan.MonthDay(month: $0.month, day: $0.day) }.map(SeasonDay.yearly)
        }
    }
}

enum TimeUnits {
    /// Milliseconds.
    static let short: [String: Int64] = [
        "ms": 1, "s": 1000, "m": 60_000, "h": 3_600_000, "d": 86_400_000, "w": 604_800_000,
    ]
    static let long: [String: Int64] = [
        "second": 1000, "minute": 60_000, "hour": 3_600_000, "day": 86_400_000, "week": 604_800_000,
    ]
    /// Months.
    static let calendar: [String: Int] = ["month": 1, "year": 12]

    /// A whole number and what follows it; numbers so long that a century is exceeded in any unit are refused.
    static func read(_ text: String) -> (count: Int64, unit: String)? {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        let unit = text.dropFirst(digits.count).drop { $0 == " " }
        guard let count = Int64(digits), !isOverCentury(count, String(unit)) else { return nil }
        return (count, String(unit))
    }

    private static func isOverCentury(_ count: Int64, _ unit: String) -> Bool {
        let singular = unit.hasSuffix("s") ? String(unit.dropLast()) : unit
        let month = Int64(30) * 86_400_000
        let length = calendar[singular].map { Int64($0) * month } ?? long[singular] ?? short[unit] ?? 1
        return count > 36_525 * 86_400_000 / length
    }
}
