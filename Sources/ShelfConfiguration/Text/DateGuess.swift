import ShelfModel

/// Guesses the day that is meant by a date in a format that people or spreadsheets use.
enum DateGuess {
    /// Returns, for example, `2026-12-24` for `24.12.2026`, `12/24/2026`, `2026/12/24`, `2026-12-24 00:00` or `46380`.
    /// Returns `nil` for `3/4/2026`, which is a different day in different countries.
    static func day(_ text: String) -> String? {
        serial(text) ?? written(text.prefix { $0 != " " })
    }

    /// Returns a ``day(_:)``, or an instant such as `2026-11-21T09:00:00Z` for `2026-11-21 09:00` and `21.11.2026
    /// 9:00`, as spreadsheets write it. Returns `nil` for a time of day that isn't understood, because a guess must not
    /// drop it.
    ///
    /// - Parameter zone: by its clock a time is meant that has no offset; `nil` to leave it without.
    static func release(_ text: String, zone: Zone?) -> String? {
        let parts = text.split(maxSplits: 1) { $0 == " " || $0 == "T" }
        guard parts.count == 2 else { return day(text) }
        guard let day = day(String(parts[0])) else { return nil }
        let time = parts[1].dropFirst().first == ":" ? "0" + parts[1] : parts[1]
        if RFC3339.instant("\(day)T\(time)") != nil { return "\(day)T\(time)" }
        let clock = time.utf8.count == 5 ? "\(time):00" : String(time)
        return clock == "00:00:00" ? day : "\(day)T\(clock)\(zone.map { offset(of: "\(day)T\(clock)", in: $0) } ?? "")"
    }

    /// `Z` or such as `+05:30`.
    private static func offset(of local: String, in zone: Zone) -> String {
        guard let shown = RFC3339.instant("\(local)Z") else { return "Z" }
        let offset = zone.offset(at: zone.instant(local: shown - Instant(milliseconds: 0)))
        return offset == .zero ? "Z" : RFC3339.text(offset: offset)
    }

    /// `12-24` for `24.12.`, as a day of every year is written in Germany; `nil` for anything else.
    static func yearly(_ text: String) -> String? {
        let parts = text.split(separator: ".")
        let numbers = parts.compactMap { part in part.utf8.allSatisfy(\.isDigit) ? Int(part) : nil }
        guard text.contains("."), parts.count == 2, numbers.count == 2 else { return nil }
        return date(2024, numbers[1], numbers[0]).map { String($0.dropFirst(5)) }
    }

    private static func written(_ text: Substring) -> String? {
        guard let separator = text.first(where: { ["-", "/", "."].contains($0) }) else { return nil }
        let parts = text.split(separator: separator, omittingEmptySubsequences: false)
        let numbers = parts.compactMap { part in part.utf8.allSatisfy(\.isDigit) ? Int(part) : nil }
        guard parts.count == 3, numbers.count == 3 else { return nil }
        if parts[0].count == 4 { return date(numbers[0], numbers[1], numbers[2]) }
        guard parts[2].count == 4 else { return nil }
        let dayFirst = date(numbers[2], numbers[1], numbers[0])
        let monthFirst = date(numbers[2], numbers[0], numbers[1])
        if let dayFirst, let monthFirst, dayFirst != monthFirst, separator != "." { return nil }
        return separator == "." ? dayFirst : dayFirst ?? monthFirst
    }

    private static func date(_ year: Int, _ month: Int, _ day: Int) -> String? {
        CalendarDate(year: year, month: month, day: day)?.description
    }

    /// Spreadsheets count days from 1899-12-30. A number counts as a date only when it falls in the years 1995 to 2100.
    private static func serial(_ text: String) -> String? {
        guard text.utf8.count == 5, text.utf8.allSatisfy(\.isDigit), let days = Int(text),
            (34_700...73_415).contains(days)
        else { return nil }
        return CalendarDate(daysSinceEpoch: days - 25_569).description
    }
}
