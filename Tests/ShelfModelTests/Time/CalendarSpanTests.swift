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
        #expect(span.contains(instant, offset: .zero) == holds)
        #expect(span.contains(instant - .hours(5), offset: .hours(5)) == holds)
    }

    @Test(arguments: [
        (evenings, at("2026-11-20"), [at("2026-11-20", 18), at("2026-11-20", 22), at("2026-11-21", 18)]),
        (weekend, at("2026-11-18"), [at("2026-11-21"), at("2026-11-23"), at("2026-11-28")]),
        (fridayNight, at("2026-11-18"), [at("2026-11-20", 22), at("2026-11-21", 2), at("2026-11-27", 22)]),
    ])
    func `the next boundary is when the answer changes`(span: CalendarSpan, from: Instant, boundaries: [Instant]) {
        var instant = from
        for boundary in boundaries {
            #expect(span.nextBoundary(after: instant, offset: .zero) == boundary)
            instant = boundary
        }
    }

    @Test(arguments: [evenings, weekend, fridayNight, newYearsEve, morning])
    func `between two boundaries the answer stays the same`(span: CalendarSpan) {
        var (instant, wrong) = (at("2026-12-20"), 0)
        while instant < at("2027-01-10") {
            let next = min(span.nextBoundary(after: instant, offset: .hours(-3)) ?? .distantFuture, at("2027-01-10"))
            let answer = span.contains(instant, offset: .hours(-3))
            #expect(next > instant)
            while instant < next {
                if span.contains(instant, offset: .hours(-3)) != answer { wrong += 1 }
                instant = instant + .minutes(10)
            }
            instant = next
        }
        #expect(wrong == 0)
    }

    @Test func `a year without dates, days or hours has no boundary`() {
        #expect(CalendarSpan().nextBoundary(after: at("2026-11-20"), offset: .zero) == nil)
        #expect(Self.morning.nextBoundary(after: at("2026-11-20"), offset: .zero) == nil)
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
