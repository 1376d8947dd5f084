import ShelfModel
import Testing

@Suite struct CalendarDateTests {
    /// Checked against GNU date.
    static let firstMilliseconds: [(String, Int64)] = [
        ("1970-01-01", 0), ("1970-01-02", 86_400_000), ("1969-12-31", -86_400_000),
        ("2000-02-29", 951_782_400_000), ("2000-03-01", 951_868_800_000), ("1900-03-01", -2_203_891_200_000),
        ("2024-02-29", 1_709_164_800_000), ("2026-12-24", 1_798_070_400_000), ("2038-01-19", 2_147_472_000_000),
        ("2100-03-01", 4_107_542_400_000), ("0001-01-01", -62_135_596_800_000), ("9999-12-31", 253_402_214_400_000),
    ]

    @Test(arguments: firstMilliseconds)
    func `a day starts where the civil calendar says`(text: String, milliseconds: Int64) {
        #expect(day(text).start().milliseconds == milliseconds)
        #expect(day(text).description == text)
    }

    @Test(arguments: firstMilliseconds)
    func `a day holds its first and its last millisecond and no other`(text: String, milliseconds: Int64) {
        #expect(CalendarDate(Instant(milliseconds: milliseconds)) == day(text))
        #expect(CalendarDate(Instant(milliseconds: milliseconds + 86_399_999)) == day(text))
        #expect(CalendarDate(Instant(milliseconds: milliseconds - 1)) != day(text))
    }

    @Test(arguments: [(2023, 2, 29), (1900, 2, 29), (2100, 2, 29), (2024, 2, 30), (2024, 4, 31), (2024, 13, 1)])
    func `there is no such day`(year: Int, month: Int, day: Int) {
        #expect(CalendarDate(year: year, month: month, day: day) == nil)
    }

    @Test(arguments: [(2024, 0, 1), (2024, 1, 0), (0, 1, 1), (10_000, 1, 1), (2024, -1, 1), (2024, 1, -1)])
    func `there is no day with such numbers`(year: Int, month: Int, day: Int) {
        #expect(CalendarDate(year: year, month: month, day: day) == nil)
    }

    @Test func `every day from 1890 to 2110 follows the one before`() {
        let first = day("1890-01-01").daysSinceEpoch
        let (broken, _) = (first..<first + 80_000).reduce(into: ([Int](), day("1889-12-31"))) { state, number in
            let date = CalendarDate(daysSinceEpoch: number)
            if date != Self.dayAfter(state.1) || date.daysSinceEpoch != number { state.0.append(number) }
            state.1 = date
        }
        #expect(broken == [])
    }

    /// By the calendar's own rules, without arithmetic on eras.
    static func dayAfter(_ date: CalendarDate) -> CalendarDate {
        CalendarDate(year: date.year, month: date.month, day: date.day + 1)
            ?? CalendarDate(year: date.year, month: date.month + 1, day: 1)
            ?? CalendarDate(year: date.year + 1, month: 1, day: 1)!
    }

    @Test(arguments: [
        ("2026-12-24", 23, 0, "2026-12-25"), ("2026-12-24", 21, 59, "2026-12-24"), ("2026-12-31", 22, 0, "2027-01-01"),
    ])
    func `two hours east the day begins two hours early`(utc: String, hours: Int, minutes: Int, local: String) {
        #expect(CalendarDate(at(utc, hours, minutes), in: Zone(offset: .hours(2))) == day(local))
    }

    @Test func `a day's start moves against the offset`() {
        #expect(day("2026-03-01").start(in: Zone(offset: .minutes(330))) == at("2026-02-28", 18, 30))
        #expect(day("2026-03-01").start(in: Zone(offset: .hours(-8))) == at("2026-03-01", 8))
        #expect(CalendarDate(at("2026-03-01", 7, 59, 59), in: Zone(offset: .hours(-8))) == day("2026-02-28"))
    }

    @Test(arguments: [
        ("2026-01-31", 1, "2026-02-28"), ("2024-01-31", 1, "2024-02-29"), ("2026-08-31", 6, "2027-02-28"),
        ("2026-12-15", 1, "2027-01-15"), ("2026-11-30", 3, "2027-02-28"), ("2024-02-29", 12, "2025-02-28"),
        ("2024-02-29", 48, "2028-02-29"), ("2026-05-31", 0, "2026-05-31"), ("2026-03-31", -1, "2026-02-28"),
        ("2026-01-15", -1, "2025-12-15"), ("2026-01-15", -13, "2024-12-15"), ("2026-10-31", 1, "2026-11-30"),
    ])
    func `months are added on the calendar and end with the month`(from: String, months: Int, to: String) {
        #expect(day(from).adding(months: months) == day(to))
    }

    @Test func `days are ordered by year, then month, then day`() {
        let texts = ["2025-12-31", "2026-01-01", "2026-01-02", "2026-02-01", "2027-01-01"]
        #expect(texts.reversed().map(day).sorted() == texts.map(day))
    }
}
