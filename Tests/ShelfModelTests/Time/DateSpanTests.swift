import ShelfModel
import Testing

@Suite struct DateSpanTests {
    static let december = DateSpan.yearly(from: monthDay(12, 1), to: monthDay(12, 31))
    static let newYear = DateSpan.yearly(from: monthDay(12, 20), to: monthDay(1, 5))
    static let fromLeapDay = DateSpan.yearly(from: monthDay(2, 29), to: monthDay(3, 10))
    static let toLeapDay = DateSpan.yearly(from: monthDay(2, 20), to: monthDay(2, 29))
    static let onlyLeapDay = DateSpan.yearly(from: monthDay(2, 29), to: monthDay(2, 29))
    static let wholeYear = DateSpan.yearly(from: monthDay(1, 1), to: monthDay(12, 31))
    static let once = DateSpan.once(from: day("2026-06-10"), to: day("2026-06-12"))

    @Test(arguments: [
        (december, "2026-11-30", false), (december, "2026-12-01", true), (december, "2026-12-31", true),
        (december, "2027-01-01", false), (newYear, "2026-12-19", false), (newYear, "2026-12-20", true),
        (newYear, "2027-01-05", true), (newYear, "2027-01-06", false), (newYear, "2027-07-01", false),
        (fromLeapDay, "2026-02-28", false), (fromLeapDay, "2026-03-01", true), (fromLeapDay, "2024-02-29", true),
        (toLeapDay, "2026-02-28", true), (toLeapDay, "2026-03-01", false), (toLeapDay, "2024-02-29", true),
        (onlyLeapDay, "2024-02-29", true), (onlyLeapDay, "2026-02-28", false), (onlyLeapDay, "2026-03-01", false),
        (once, "2026-06-09", false), (once, "2026-06-10", true), (once, "2026-06-12", true),
        (once, "2026-06-13", false), (once, "2027-06-11", false),
    ])
    func `a span holds on its days, the first and the last included`(span: DateSpan, text: String, holds: Bool) {
        #expect(span.contains(CalendarDate(at(text))) == holds)
        #expect(span.contains(CalendarDate(at(text, 23, 59, 59))) == holds)
    }

    @Test func `a span's days are those of the zone`() {
        func holds(_ instant: Instant, _ hours: Int) -> Bool {
            Self.december.contains(CalendarDate(instant, in: Zone(offset: .hours(hours))))
        }
        #expect(holds(at("2026-11-30", 22), 2) && !holds(at("2026-12-31", 22), 2) && !holds(at("2026-12-01", 4), -5))
    }

    @Test func `a span that ends before it begins holds never`() {
        let backwards = DateSpan.once(from: day("2026-06-12"), to: day("2026-06-10"))
        #expect(!backwards.contains(day("2026-06-11")))
    }

    @Test(arguments: [
        (december, "2026-07-01", "2026-12-01"), (december, "2026-12-01", "2027-01-01"),
        (december, "2027-01-01", "2027-12-01"), (newYear, "2026-12-31", "2027-01-06"),
        (newYear, "2027-01-06", "2027-12-20"), (fromLeapDay, "2026-02-01", "2026-03-01"),
        (fromLeapDay, "2024-02-01", "2024-02-29"), (toLeapDay, "2026-02-25", "2026-03-01"),
        (toLeapDay, "2024-02-25", "2024-03-01"), (once, "2026-01-01", "2026-06-10"), (once, "2026-06-10", "2026-06-13"),
    ])
    func `the next boundary is the next day on which the answer changes`(span: DateSpan, from: String, to: String) {
        #expect(span.nextBoundary(after: at(from), in: .utc) == at(to))
    }

    @Test func `a span that is over has no boundary any more`() {
        #expect(Self.once.nextBoundary(after: at("2026-06-13"), in: .utc) == nil)
    }

    @Test func `boundaries fall on the zone's midnight`() {
        let boundary = Self.december.nextBoundary(after: at("2026-11-30"), in: Zone(offset: .hours(2)))
        #expect(boundary == at("2026-11-30", 22))
    }

    @Test(arguments: [december, newYear, fromLeapDay, toLeapDay, onlyLeapDay, wholeYear, once])
    func `between two boundaries the answer stays the same`(span: DateSpan) {
        for zone in [Zone.utc, Zone(offset: .hours(14)), Zone(offset: .hours(-11)), .berlin, .lordHowe] {
            var latest = at("2023-01-01")
            let missed = stride(from: 0, to: 24 * 365 * 6, by: 7).filter { hour in
                let instant = at("2023-01-01", hour)
                while let next = span.nextBoundary(after: latest, in: zone), next <= instant { latest = next }
                return span.contains(CalendarDate(latest, in: zone)) != span.contains(CalendarDate(instant, in: zone))
            }
            #expect(missed == [])
        }
    }

    @Test func `the last year that can be written has boundaries too`() {
        #expect(Self.onlyLeapDay.nextBoundary(after: at("9999-06-01"), in: .utc) != nil)
    }

    @Test(arguments: [(2, 30), (4, 31), (0, 1), (13, 1), (1, 0), (1, 32)])
    func `no year has such a day`(month: Int, day: Int) {
        #expect(DateSpan.MonthDay(month: month, day: day) == nil)
    }
}
