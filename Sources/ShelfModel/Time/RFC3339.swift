/// Instants and days as people and files write them (RFC 3339).
package enum RFC3339 {
    /// Such as `2026-11-21T09:00:00Z`; milliseconds only where there are any.
    package static func text(_ instant: Instant) -> String {
        let date = CalendarDate(instant)
        let time = (instant - date.start()).milliseconds
        let clock = [time / 3_600_000, time / 60_000 % 60, time / 1000 % 60].map { CalendarDate.padded(Int($0), 2) }
        let fraction = time % 1000 == 0 ? "" : "." + CalendarDate.padded(Int(time % 1000), 3)
        return "\(date)T\(clock.joined(separator: ":"))\(fraction)Z"
    }

    /// What a zone's clock shows, such as `2026-11-21 10:00:00`.
    package static func localText(_ instant: Instant, in zone: Zone) -> String {
        text(instant + zone.offset(at: instant)).replacing("T", with: " ").replacing("Z", with: "")
    }

    /// Local time minus UTC, such as `+05:30`.
    package static func text(offset: TimeSpan) -> String {
        let minutes = Int(abs(offset.milliseconds) / 60_000)
        let sign = offset < .zero ? "-" : "+"
        return "\(sign)\(CalendarDate.padded(minutes / 60, 2)):\(CalendarDate.padded(minutes % 60, 2))"
    }

    /// `nil` unless `text` is a date, a `T`, a time to the second or the millisecond, and `Z` or an offset.
    package static func instant(_ text: some StringProtocol) -> Instant? {
        let bytes = Array(text.utf8)
        guard bytes.count >= 20, bytes[10] == UInt8(ascii: "T"), let date = date(bytes[..<10]),
            let clock = clock(bytes[11..<19]), let (fraction, zone) = fraction(bytes[19...]),
            let offset = offset(zone)
        else { return nil }
        return date.start() + clock + fraction - offset
    }

    /// `nil` unless `text` is `YYYY-MM-DD` and there is such a day.
    package static func date(_ text: some StringProtocol) -> CalendarDate? {
        date(Array(text.utf8)[...])
    }

    /// Local time minus UTC, such as `+05:30`; at most 14 hours either way.
    package static func offset(_ text: some StringProtocol) -> TimeSpan? {
        offset(Array(text.utf8)[...])
    }

    private static func date(_ bytes: ArraySlice<UInt8>) -> CalendarDate? {
        guard let numbers = numbers(bytes, shape: "dddd-dd-dd") else { return nil }
        return CalendarDate(year: numbers[0], month: numbers[1], day: numbers[2])
    }

    private static func clock(_ bytes: ArraySlice<UInt8>) -> TimeSpan? {
        guard let numbers = numbers(bytes, shape: "dd:dd:dd"), numbers[0] < 24, numbers[1] < 60, numbers[2] < 60
        else { return nil }
        return .hours(numbers[0]) + .minutes(numbers[1]) + .seconds(numbers[2])
    }

    private static func fraction(_ bytes: ArraySlice<UInt8>) -> (TimeSpan, zone: ArraySlice<UInt8>)? {
        guard bytes.first == UInt8(ascii: ".") else { return (.zero, bytes) }
        guard let numbers = numbers(bytes.prefix(4), shape: ".ddd") else { return nil }
        return (.milliseconds(numbers[0]), bytes.dropFirst(4))
    }

    private static func offset(_ bytes: ArraySlice<UInt8>) -> TimeSpan? {
        if bytes.elementsEqual("Z".utf8) { return .zero }
        guard let sign = bytes.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"),
            let numbers = numbers(bytes.dropFirst(), shape: "dd:dd"), numbers[1] < 60
        else { return nil }
        let span = TimeSpan.hours(numbers[0]) + .minutes(numbers[1])
        guard span <= .hours(14) else { return nil }
        return sign == UInt8(ascii: "+") ? span : .zero - span
    }

    /// The runs of digits in `bytes`, when these have exactly the shape given (`d` for a digit).
    private static func numbers(_ bytes: ArraySlice<UInt8>, shape: String) -> [Int]? {
        guard bytes.count == shape.utf8.count else { return nil }
        var numbers: [Int] = []
        var inNumber = false
        for (byte, expected) in zip(bytes, shape.utf8) {
            if expected == UInt8(ascii: "d") {
                guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
                let digit = Int(byte - UInt8(ascii: "0"))
                if inNumber { numbers[numbers.count - 1] = numbers[numbers.count - 1] * 10 + digit }
                if !inNumber { numbers.append(digit) }
                inNumber = true
            } else {
                guard byte == expected else { return nil }
                inNumber = false
            }
        }
        return numbers
    }
}
