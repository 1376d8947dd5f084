import ShelfModel
import Testing

@Suite struct CalendarAgeTests {
    @Test(arguments: [
        ("2026-02-15", 6, "2026-08-15"), ("2025-08-31", 6, "2026-02-28"), ("2024-02-29", 12, "2025-02-28"),
        ("2026-02-15", 0, "2026-02-15"),
    ])
    func `six months are counted on the calendar`(birth: String, months: Int, reached: String) {
        #expect(CalendarAge(months: months).reached(from: at(birth), in: .utc) == at(reached))
    }

    @Test func `the time of day stays`() {
        let reached = CalendarAge(months: 1).reached(from: at("2026-01-31", 13, 7, 9), in: .utc)
        #expect(reached == at("2026-02-28", 13, 7, 9))
    }

    @Test func `a span is added after the months`() {
        let age = CalendarAge(months: 1, span: .days(3))
        #expect(age.reached(from: at("2026-01-31"), in: .utc) == at("2026-03-03"))
        #expect(
            CalendarAge(span: .minutes(90)).reached(from: at("2026-01-31"), in: .utc) == at("2026-01-31", 1, 30))
    }

    @Test func `months are counted on the store's calendar, not on UTC's`() {
        let birth = at("2026-01-30", 23)
        #expect(CalendarAge(months: 1).reached(from: birth, in: .utc) == at("2026-02-28", 23))
        #expect(CalendarAge(months: 1).reached(from: birth, in: Zone(offset: .hours(2))) == at("2026-02-27", 23))
        #expect(CalendarAge(months: 1).reached(from: birth, in: Zone(offset: .hours(-2))) == at("2026-02-28", 23))
    }
}
