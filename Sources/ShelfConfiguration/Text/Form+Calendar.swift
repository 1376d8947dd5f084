import ShelfModel

extension Form<TimeOfDay> {
    static var timeOfDay: Form { time(upTo: .lastSecond) }

    /// Where hours end, `24:00` is the day's end.
    static var endOfHours: Form { time(upTo: .endOfDay) }

    private static func time(upTo last: TimeOfDay) -> Form {
        Form("a time such as 18:00 or 18:00:30", guess: { "0\($0)" }) { text in
            TimeOfDay(text).flatMap { $0 <= last ? $0 : nil }
        }
    }
}

extension TimeOfDay {
    fileprivate static let lastSecond = TimeOfDay(hour: 23, minute: 59, second: 59) ?? .midnight
    fileprivate static let endOfDay = TimeOfDay(hour: 24, minute: 0) ?? .midnight

    /// `nil` unless `text` is `hh:mm` or `hh:mm:ss`.
    fileprivate init?(_ text: some StringProtocol) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { $0.utf8.count == 2 && $0.utf8.allSatisfy(\.isDigit) ? Int($0) : nil }
        guard (2...3).contains(parts.count), numbers.count == parts.count else { return nil }
        self.init(hour: numbers[0], minute: numbers[1], second: numbers.count == 3 ? numbers[2] : 0)
    }
}

extension Form<CalendarDate> {
    static var localDate: Form {
        Form(
            "a day such as 2026-12-24", guess: DateGuess.day, missingDay: MissingDay.advice(insteadOf:), RFC3339.date)
    }
}

/// A second on the store's calendar and clock.
struct LocalTime {
    let date: CalendarDate
    let time: TimeOfDay
}

extension Form<LocalTime> {
    /// - Parameter zone: the store's. A guess for an instant is what its clock shows then.
    static func localTime(in zone: Zone) -> Form {
        Form(
            "a time on the store's clock such as 2026-12-24T18:00", guess: { guess($0, in: zone) },
            missingDay: MissingDay.advice(insteadOf:)
        ) { text in
            let parts = text.split(separator: "T", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, let date = RFC3339.date(parts[0]),
                let time = Form<TimeOfDay>.timeOfDay.read(String(parts[1]))
            else { return nil }
            return LocalTime(date: date, time: time)
        }
    }

    /// `2026-12-24T18:00:00` for `24.12.2026 18:00`, and for `2026-12-24T12:30:00Z` where the clock is at UTC+05:30.
    private static func guess(_ text: String, in zone: Zone) -> String? {
        guard let guess = DateGuess.release(text, zone: nil) else { return nil }
        let (minute, rest) = (guess.prefix(16), guess.dropFirst(16))
        guard let instant = RFC3339.instant(guess) ?? RFC3339.instant("\(minute):00\(rest)") else { return guess }
        return String(RFC3339.text(instant + zone.offset(at: instant)).dropLast())
    }
}

extension Weekday {
    private static let names = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

    /// Such as `fri`.
    var name: String { Self.names[rawValue] }

    static var form: Form<Weekday> {
        Form("one of \(names.joined(separator: ", "))", guess: { String($0.lowercased().prefix(3)) }) { text in
            names.firstIndex(of: text).flatMap(Weekday.init(rawValue:))
        }
    }
}
