extension ZoneRule {
    /// Reads a POSIX TZ string; `nil` where it isn't one, or has saving time without saying when.
    init?(_ text: some Sequence<UInt8>) {
        var reader = Reader(rest: Array(text)[...])
        guard reader.skipName(), let standard = reader.offset() else { return nil }
        guard !reader.rest.isEmpty else {
            self.init(standard: standard, saving: nil)
            return
        }
        guard reader.skipName(),
            let offset = reader.isNext(",") ? standard + .hours(1) : reader.offset(),
            reader.take(","), let start = reader.yearlyTime(), reader.take(","), let end = reader.yearlyTime(),
            reader.rest.isEmpty
        else { return nil }
        self.init(standard: standard, saving: Saving(offset: offset, start: start, end: end))
    }

    private struct Reader {
        var rest: ArraySlice<UInt8>

        func isNext(_ letter: Unicode.Scalar) -> Bool { rest.first == UInt8(ascii: letter) }

        mutating func take(_ letter: Unicode.Scalar) -> Bool {
            guard isNext(letter) else { return false }
            rest = rest.dropFirst()
            return true
        }

        /// Passes over an abbreviation, such as `CET` or `<+0330>`.
        mutating func skipName() -> Bool {
            let isQuoted = take("<")
            let name = rest.prefix { byte in
                byte.isLetter || isQuoted && (byte.isDigit || [UInt8(ascii: "+"), UInt8(ascii: "-")].contains(byte))
            }
            rest = rest.dropFirst(name.count)
            return name.count >= 3 && (!isQuoted || take(">"))
        }

        /// The string has UTC minus local time.
        mutating func offset() -> TimeSpan? { clock(hoursAtMost: 24).map { .seconds(-$0) } }

        /// Seconds, from `h`, `h:mm` or `h:mm:ss` with a sign or without.
        mutating func clock(hoursAtMost most: Int) -> Int? {
            let isNegative = take("-")
            if !isNegative { _ = take("+") }
            guard let hours = number(digits: 1...3), hours <= most else { return nil }
            var seconds = hours * 3600
            for unit in [60, 1] where take(":") {
                guard let part = number(digits: 2...2), part < 60 else { return nil }
                seconds += part * unit
            }
            return isNegative ? -seconds : seconds
        }

        mutating func yearlyTime() -> ZoneRule.YearlyTime? {
            guard let day = day() else { return nil }
            let usual = 2 * 3600
            guard let seconds = take("/") ? clock(hoursAtMost: 167) : usual else { return nil }
            return ZoneRule.YearlyTime(day: day, seconds: seconds)
        }

        private mutating func day() -> ZoneRule.YearDay? {
            if take("J") { return number(digits: 1...3, in: 1...365).map(ZoneRule.YearDay.julian) }
            guard take("M") else { return number(digits: 1...3, in: 0...365).map(ZoneRule.YearDay.zeroBased) }
            guard let month = number(digits: 1...2, in: 1...12), take("."), let week = number(digits: 1...1, in: 1...5),
                take("."), let day = number(digits: 1...1, in: 0...6)
            else { return nil }
            return .weekday(month: month, week: week, Weekday.allCases[(day + 6) % 7])
        }

        private mutating func number(digits: ClosedRange<Int>, in range: ClosedRange<Int> = 0...999) -> Int? {
            let text = rest.prefix(digits.upperBound).prefix { $0.isDigit }
            guard digits.contains(text.count) else { return nil }
            rest = rest.dropFirst(text.count)
            let number = text.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
            return range.contains(number) ? number : nil
        }
    }
}

extension ZoneRule: CustomStringConvertible {
    /// A POSIX TZ string whose abbreviations are the offsets, such as `<+0100>-1<+0200>-2,M3.5.0/2,M10.5.0/3`.
    package var description: String {
        Self.text(standard) + (saving.map { Self.text($0.offset) + ",\($0.start),\($0.end)" } ?? "")
    }

    private static func text(_ offset: TimeSpan) -> String {
        "<\(RFC3339.text(offset: offset).replacing(":", with: ""))>\(clock(-offset.wholeSeconds))"
    }

    fileprivate static func clock(_ seconds: some BinaryInteger) -> String {
        let (sign, size) = (seconds < 0 ? "-" : "", Int(seconds.magnitude))
        let parts = [size / 60 % 60, size % 60].map { CalendarDate.padded($0, 2) }
        let shown = size % 3600 == 0 ? 0 : size % 60 == 0 ? 1 : 2
        return sign + ([String(size / 3600)] + parts.prefix(shown)).joined(separator: ":")
    }
}

extension ZoneRule.YearlyTime: CustomStringConvertible {
    var description: String { "\(day)/\(ZoneRule.clock(seconds))" }
}

extension ZoneRule.YearDay: CustomStringConvertible {
    var description: String {
        switch self {
        case .julian(let day): "J\(day)"
        case .zeroBased(let day): "\(day)"
        case .weekday(let month, let week, let weekday): "M\(month).\(week).\((weekday.rawValue + 1) % 7)"
        }
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

    fileprivate var isLetter: Bool {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self)
    }
}
