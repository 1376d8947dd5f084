import ShelfModel
import Testing

@Suite struct CalendarSpanTests {
    static func time(_ hour: Int, _ minute: Int = 0) -> TimeOfDay { TimeOfDay(hour: hour, minute: minute)! }

    static let evenings = CalendarSpan(hours: .init(from: time(18), to: time(22)))
    static let weekend = CalendarSpan(days: [.saturday, .sunday])
    static let fridayNight = CalendarSpan(days: [.friday], hours: .init(from: time(22), to: time(2)))
    static let newYearsEve = CalendarSpan(
        dates: .yearly(from: monthDay(12, 31), to: monthDay(12, 31)), hours: .init(from: time(20), to: time(1)))
    static let morning = CalendarSpan(hours: .init(from: time(0), to: time(24)))

    // 2026-11-20 is a Friday.
    @Test(arguments: [
        (evenings, at("2026-11-20", 17, 59, 59), false), (evenings, at("2026-11-20", 18), true),
        (evenings, at("2026-11-20", 21, 59, 59), true), (evenings, at("2026-11-20", 22), false),
        (weekend, at("2026-11-20", 23, 59, 59), false), (weekend, at("2026-11-21"), true),
        (weekend, at("2026-11-22", 23, 59, 59), true), (weekend, at("2026-11-23"), false),
        (fridayNight, at("2026-11-20", 1), false), (fridayNight, at("2026-11-20", 22), true),
        (fridayNight, at("2026-11-21", 1, 59), true), (fridayNight, at("2026-11-21", 2), false),
        (fridayNight, at("2026-11-21", 23), false),
        (newYearsEve, at("2026-12-31", 0, 30), false), (newYearsEve, at("2026-12-31", 20), true),
        (newYearsEve, at("2027-01-01", 0, 59), true), (newYearsEve, at("2027-01-01", 1), false),
        (morning, at("2026-11-20"), true), (morning, at("2026-11-20", 23, 59, 59), true),
    ])
    func `dates, days and hours all hold, and a night belongs to the day on which it begins`(
        span: CalendarSpan, instant: Instant, holds: Bool
    ) {
        #expect(span.contains(instant, in: .utc) == holds)
        #expect(span.contains(instant - .hours(5), in: Zone(offset: .hours(5))) == holds)
    }

    @Test(arguments: [
        (evenings, at("2026-11-20"), [at("2026-11-20", 18), at("2026-11-20", 22), at("2026-11-21", 18)]),
        (weekend, at("2026-11-18"), [at("2026-11-21"), at("2026-11-23"), at("2026-11-28")]),
        (fridayNight, at("2026-11-18"), [at("2026-11-20", 22), at("2026-11-21", 2), at("2026-11-27", 22)]),
    ])
    func `the next boundary is when the answer changes`(span: CalendarSpan, from: Instant, boundaries: [Instant]) {
        var instant = from
        for boundary in boundaries {
            #expect(span.nextBoundary(after: instant, in: .utc) == boundary)
            instant = boundary
        }
    }

    /// Hours that the clock skips on one of them, and shows twice on another.
    static let sundayNight = CalendarSpan(days: [.sunday], hours: .init(from: time(2), to: time(3)))
    static let skipped = CalendarSpan(hours: .init(from: time(2, 15), to: time(2, 45)))

    @Test(arguments: [evenings, weekend, fridayNight, newYearsEve, morning, sundayNight, skipped])
    func `between two boundaries the answer stays the same`(span: CalendarSpan) {
        let starts = ["2026-03-20", "2026-09-28", "2026-10-20", "2026-12-20"]
        let zones = [Zone(offset: .hours(-3)), .berlin, .lordHowe]
        for (zone, start) in zones.flatMap({ zone in starts.map { (zone, $0) } }) {
            let end = at(start) + .days(21)
            var (instant, wrong) = (at(start), 0)
            while instant < end {
                let next = min(span.nextBoundary(after: instant, in: zone) ?? .distantFuture, end)
                let answer = span.contains(instant, in: zone)
                #expect(next > instant)
                while instant < next {
                    if span.contains(instant, in: zone) != answer { wrong += 1 }
                    instant = instant + .minutes(5)
                }
                instant = next
            }
            #expect(wrong == 0, "\(zone) from \(start)")
        }
    }

    @Test func `hours that the clock skips are none that day, and those it shows twice are one span`() {
        let sundays = Self.sundayNight
        #expect(!sundays.contains(at("2026-03-29", 1), in: .berlin))
        #expect(sundays.nextBoundary(after: at("2026-03-22", 2), in: .berlin) == at("2026-04-05"))
        #expect(sundays.contains(at("2026-10-25", 0), in: .berlin))
        #expect(sundays.contains(at("2026-10-25", 1, 30), in: .berlin), "the clock shows 02:30 again")
        #expect(sundays.nextBoundary(after: at("2026-10-25", 0), in: .berlin) == at("2026-10-25", 2))
    }

    @Test func `a year without dates, days or hours has no boundary`() {
        #expect(CalendarSpan().nextBoundary(after: at("2026-11-20"), in: .utc) == nil)
        #expect(Self.morning.nextBoundary(after: at("2026-11-20"), in: .utc) == nil)
    }

    @Test func `a weekday is that of the calendar`() {
        #expect(day("2026-11-20").weekday == .friday)
        #expect(day("1970-01-01").weekday == .thursday)
        #expect(day("1969-12-31").weekday == .wednesday)
        #expect(day("2000-02-29").weekday == .tuesday)
    }

    @Test(arguments: [(24, 0, true), (24, 1, false), (-1, 0, false), (23, 60, false), (0, 0, true)])
    func `a time of day lies between midnight and midnight`(hour: Int, minute: Int, isTime: Bool) {
        #expect((TimeOfDay(hour: hour, minute: minute) != nil) == isTime)
    }
}
