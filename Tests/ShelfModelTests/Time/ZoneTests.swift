import ShelfModel
import Testing

@Suite struct `A zone` {
    private static func instant(_ seconds: Int64) -> Instant { Instant(milliseconds: seconds * 1000) }

    @Test(arguments: ZoneVectors.all) func `keeps the changes of its file from 2020 to 2060`(vector: ZoneVectors.Vector)
    {
        let changes = vector.zone.changes.filter { $0.at < Zone.kept.upperBound }
        #expect(vector.zone.first == .seconds(vector.first))
        #expect(changes == vector.changes.map { Zone.Change(at: Self.instant($0[0]), offset: .seconds($0[1])) })
    }

    @Test(arguments: ZoneVectors.all) func `has its offset at every instant, beyond 2060 by its rule`(
        vector: ZoneVectors.Vector
    ) {
        let wrong = vector.offsets.filter { vector.zone.offset(at: Self.instant($0[0])) != .seconds($0[1]) }
        #expect(wrong.isEmpty)
    }

    @Test(arguments: ZoneVectors.all) func `takes a local time for the first instant that shows it or a later one`(
        vector: ZoneVectors.Vector
    ) {
        let wrong = vector.locals.filter { vector.zone.instant(local: .seconds($0[0])) != Self.instant($0[1]) }
        #expect(wrong.isEmpty)
    }

    @Test(arguments: ZoneVectors.all) func `has days that are as long as its clock makes them`(
        vector: ZoneVectors.Vector
    ) {
        let wrong = vector.days.filter { row in
            let day = CalendarDate(daysSinceEpoch: Int(row[0]))
            let next = CalendarDate(daysSinceEpoch: Int(row[0]) + 1)
            return next.start(in: vector.zone) - day.start(in: vector.zone) != .seconds(row[1])
        }
        #expect(wrong.isEmpty)
    }

    @Test func `skips an hour in spring and shows one twice in autumn, half an hour on Lord Howe Island`() {
        func instant(_ text: String, _ hour: Int, _ minute: Int, in zone: Zone) -> Instant {
            day(text).instant(TimeOfDay(hour: hour, minute: minute)!, in: zone)
        }
        #expect(instant("2026-03-29", 2, 30, in: .berlin) == at("2026-03-29", 1))
        #expect(instant("2026-03-29", 3, 0, in: .berlin) == at("2026-03-29", 1))
        #expect(instant("2026-10-25", 2, 30, in: .berlin) == at("2026-10-25", 0, 30))
        #expect(instant("2026-10-25", 3, 0, in: .berlin) == at("2026-10-25", 2))
        #expect(instant("2026-10-04", 2, 30, in: .sydney) == at("2026-10-03", 16))
        #expect(instant("2026-04-05", 2, 30, in: .sydney) == at("2026-04-04", 15, 30))
        #expect(instant("2026-10-04", 2, 15, in: .lordHowe) == at("2026-10-03", 15, 30))
        #expect(instant("2026-04-05", 1, 45, in: .lordHowe) == at("2026-04-04", 14, 45))
        #expect(Zone.lordHowe.local(at: at("2026-04-04", 15)) == .days(day("2026-04-05").daysSinceEpoch) + .minutes(90))
    }

    @Test func `follows its table while that differs from its rule`() {
        let ramadan = at("2030-01-20")
        #expect(Zone.casablanca.offset(at: ramadan) == .zero)
        #expect(Zone.casablanca.offset(at: at("2030-03-20")) == .hours(1))
        let later = (0..<730).map { at("2060-01-01") + .days($0) }
        #expect(later.allSatisfy { Zone.casablanca.offset(at: $0) == .hours(1) }, "the rule knows no Ramadan")
        #expect(Zone.casablanca.change(after: at("2060-01-01")) == nil)
    }

    @Test func `that ended its daylight saving has none`() {
        #expect(Zone.saoPaulo.changes.isEmpty)
        #expect(Zone.saoPaulo.first == .hours(-3))
        #expect(Zone.saoPaulo != Zone(offset: .hours(-3)), "it has a name, by which its files are read again")
    }

    @Test(arguments: [Zone.utc, Zone(offset: .minutes(345)), .berlin, .sydney, .lordHowe, .casablanca])
    func `has days without a gap and without an overlap`(zone: Zone) {
        var (instant, last) = (at("2026-01-01"), CalendarDate(at("2026-01-01"), in: zone))
        while instant < at("2028-01-01") {
            let date = CalendarDate(instant, in: zone)
            let next = CalendarDate(daysSinceEpoch: date.daysSinceEpoch + 1)
            #expect(date.start(in: zone) <= instant && instant < next.start(in: zone))
            #expect(date >= last)
            (instant, last) = (instant + .minutes(10), date)
        }
    }

    @Test func `that is put back over midnight goes on with the new day`() {
        let back = Zone.Change(at: at("2026-10-25", 0, 30), offset: .hours(-1))
        let zone = Zone(name: "Test/Midnight", first: .zero, changes: [back])
        #expect(day("2026-10-25").start(in: zone) == at("2026-10-25"))
        #expect(CalendarDate(at("2026-10-25", 0, 45), in: zone) == day("2026-10-25"), "the clock shows 23:45")
        #expect(day("2026-10-26").start(in: zone) == at("2026-10-26", 1))
    }

    @Test(arguments: ZoneVectors.all) func `finds the way back from every local time`(vector: ZoneVectors.Vector) {
        var random = SplitMix64(seed: 61)
        let zone = vector.zone
        for _ in 0..<2_000 {
            let second = Int64.random(in: 1_500_000_000..<4_500_000_000, using: &random)
            let instant = Self.instant(second)
            let found = zone.instant(local: zone.local(at: instant))
            #expect(found <= instant)
            #expect(zone.local(at: found) == zone.local(at: instant))
            #expect(found == instant || zone.change(after: found).map { $0.at <= instant } == true)
        }
    }

    @Test(arguments: ZoneVectors.all) func `is the same after it was written down`(vector: ZoneVectors.Vector) {
        #expect(Zone(name: vector.name, text: vector.zone.text) == vector.zone)
    }

    @Test(arguments: [
        "", "3600", "3600 ", "3600 <+01>-1 ", "3600  <+01>-1", "3600 5:0 5:3600 <+01>-1", "3600 6:0 5:3600 <+01>-1",
        "3600 5 <+01>-1", "3600 5:0:1 <+01>-1", "1e3 <+01>-1", "99999 <+01>-1", "3600 9999999999999:0 <+01>-1",
        "3600 5:0 CET-1CEST",
    ])
    func `isn't read from another text`(text: String) {
        #expect(Zone(name: "Test/None", text: text) == nil)
    }

    @Test func `is called by its name, and a fixed one by its offset`() {
        #expect("\(Zone(offset: .minutes(-570)))" == "UTC-09:30")
        #expect("\(Zone.berlin)" == "Europe/Berlin")
        #expect(Zone.berlin.description(at: at("2026-07-01")) == "Europe/Berlin, UTC+02:00")
        #expect(Zone.utc.description(at: at("2026-07-01")) == "UTC+00:00")
    }

    @Test func `differs from another from the first instant at which their clocks do`() {
        let moved = Zone.berlin.changes.filter { $0.at != at("2026-10-25", 1) }
        let other = Zone(name: "Europe/Berlin", first: Zone.berlin.first, changes: moved)
        #expect(Zone.berlin.firstDifference(from: other) == at("2026-10-25", 1))
        #expect(Zone.berlin.firstDifference(from: other, since: at("2026-12-01")) == at("2026-12-01"))
        #expect(Zone.berlin.firstDifference(from: other, since: at("2027-05-01")) == Zone.kept.upperBound)
        #expect(Zone.berlin.firstDifference(from: .berlin) == nil)
    }
}
