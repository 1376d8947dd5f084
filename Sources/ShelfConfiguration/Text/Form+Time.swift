import ShelfModel

extension Form<TimeSpan> {
    /// - Parameter example: example spans within `range`, for the message.
    static func span(_ range: ClosedRange<TimeSpan>, example: String) -> Form {
        Form("a span from \(range.lowerBound) to \(range.upperBound), such as \(example)", guess: spanGuess) { text in
            let span = TimeUnits.read(text).flatMap { count, unit in
                TimeUnits.short[unit].map { TimeSpan.milliseconds(count * $0) }
            }
            return span.flatMap { range.contains($0) ? $0 : nil }
        }
    }

    /// `20m` for `20 minutes` and `20 min`.
    static func spanGuess(_ text: String) -> String? {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        let word = text.dropFirst(digits.count).drop { $0 == " " }.lowercased()
        let units = [("mil", "ms"), ("min", "m"), ("s", "s"), ("h", "h"), ("d", "d"), ("w", "w")]
        guard !digits.isEmpty, word.count > 2, let unit = units.first(where: { word.hasPrefix($0.0) }) else {
            return nil
        }
        return "\(digits)\(unit.1)"
    }

    /// The clock's uncertainty. It may be half a lead at most, and no lead is longer than 10 minutes.
    static var uncertainty: Form { span(.zero ... .minutes(5), example: "5ms") }

    static var drain: Form { span(.zero ... .minutes(5), example: "15s") }

    static var offset: Form {
        Form(
            "local time minus UTC such as \"+00:00\", \"+05:30\" or \"-08:00\", at most 14 hours", guess: offsetGuess
        ) {
            $0 == "Z" ? nil : RFC3339.offset($0)
        }
    }

    /// `-03:30` for `-3:30`, for `3:30` with a typographer's minus or dash, and for both.
    private static func offsetGuess(_ text: String) -> String? {
        guard let sign = ["+": "+", "-": "-", "\u{2212}": "-", "\u{2013}": "-"][text.prefix(1)] else { return nil }
        let clock = text.dropFirst()
        return sign + (clock.utf8.count == 4 ? "0" : "") + clock
    }
}

extension Form<CalendarAge> {
    /// `m` alone is refused: in an age it could mean months as well as minutes.
    static var age: Form {
        Form("an age of at most 100 years, such as 6 months, 1 year, 10 days, 2 weeks or 36 hours") { text in
            guard let (count, unit) = TimeUnits.read(text) else { return nil }
            let singular = TimeUnits.singular(unit)
            if let months = TimeUnits.calendar[singular] { return CalendarAge(months: Int(count) * months) }
            let length = TimeUnits.long[singular] ?? (unit == "m" ? nil : TimeUnits.short[unit])
            return length.map { CalendarAge(span: .milliseconds(count * $0)) }
        }
    }
}

extension Form<Item.Release> {
    static var release: Form { release(zone: .utc) }

    /// - Parameter zone: by its clock an instant is guessed from a text without an offset.
    private static func release(zone: Zone) -> Form {
        Form(
            "a date such as 2026-11-21 or an instant such as 2026-11-21T09:00:00Z",
            guess: { DateGuess.release($0, zone: zone) }, missingDay: MissingDay.advice(insteadOf:)
        ) { text in
            RFC3339.date(text).map(Item.Release.date) ?? RFC3339.instant(text).map(Item.Release.instant)
        }
    }

    /// Adds a doubt about a release more than two years after `now`, or before 1970.
    ///
    /// `check` tries the rules for a year ahead, and designers may plan for the year after that. A later date is
    /// usually a typing mistake, such as 2062 for 2026, or 9999 that is meant as "never". So is an early one, such as
    /// 0202 for 2020.
    static func release(now: Instant, zone: Zone) -> Form {
        let (first, last) = (CalendarDate(daysSinceEpoch: 0), CalendarDate(now).adding(months: 24))
        let form = release(zone: zone)
        return Form(
            form.expected, guesses: form.guesses, doubt: { doubt($0, first: first, last: last) },
            missingDay: form.missingDay, form.read)
    }

    private static func doubt(_ text: String, first: CalendarDate, last: CalendarDate) -> Doubt? {
        guard let instant = release.read(text)?.instant(in: .utc) else { return nil }
        let date = CalendarDate(instant)
        if date < first { return Doubt(expected: "a release from \(first) on", advice: "check the year") }
        guard date > last else { return nil }
        return Doubt(expected: "a release within two years, up to \(last)", advice: "check the year")
    }
}

/// One end of a span of dates: a day of every year, or a day of one year.
enum SeasonDay {
    case yearly(DateSpan.MonthDay)
    case once(CalendarDate)
}

extension Form<SeasonDay> {
    static var seasonDay: Form {
        Form(
            "a day such as 12-24 (every year) or 2026-12-24 (once)",
            guess: { DateGuess.yearly($0) ?? DateGuess.day($0) },
            missingDay: { MissingDay.advice(insteadOf: $0) ?? MissingDay.advice(insteadOfYearly: $0) }
        ) { text in
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

    /// Reads a whole number and its unit. Returns `nil` for more than a century, which no rule needs.
    static func read(_ text: String) -> (count: Int64, unit: String)? {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        let unit = String(text.dropFirst(digits.count).drop { $0 == " " })
        guard let count = Int64(digits), count <= mostInCentury(unit) else { return nil }
        return (count, unit)
    }

    static func singular(_ unit: String) -> String {
        unit.count > 2 && unit.hasSuffix("s") ? String(unit.dropLast()) : unit
    }

    private static func mostInCentury(_ unit: String) -> Int64 {
        if let months = calendar[singular(unit)] { return 1200 / Int64(months) }
        return 36_525 * 86_400_000 / (long[singular(unit)] ?? short[unit] ?? 1)
    }
}
