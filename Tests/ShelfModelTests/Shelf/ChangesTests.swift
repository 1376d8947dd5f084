import ShelfModel
import Testing

/// Positions whose offers end at set times of day.
@Suite struct `Changes at set times` {
    private static func time(_ hour: Int, _ minute: Int = 0) -> TimeOfDay { TimeOfDay(hour: hour, minute: minute)! }

    private static func shop(
        _ changes: Changes, positions: Int = 3, zone: Zone = .utc, groups: [PositionGroup]? = nil,
        plan: [PlannedAppearance] = []
    ) -> RandomShop {
        RandomShop(
            RandomShop.all[3],
            rules: StoreRules(
                store: "s", positions: positions,
                groups: groups ?? [PositionGroup(positions: 0..<positions, end: .changes(changes))],
                zone: zone, plan: plan))
    }

    /// The clock's time of an instant, and its day.
    private func local(_ instant: Instant, _ zone: Zone) -> (time: String, day: Weekday) {
        let local = instant + zone.offset(at: instant)
        return (RFC3339.text(local).dropFirst(11).prefix(5).description, CalendarDate(local).weekday)
    }

    @Test func `end each offer at the hour, every day, for two months`() throws {
        let shop = Self.shop(Changes(times: [Self.time(6), Self.time(18, 30)]))
        var schedule = shop.schedule()
        let offers = try schedule.extend(until: shop.start + .days(60))
        try Coverage.check(offers, positions: 3, span: shop.start..<shop.start + .days(60))
        #expect(offers.allSatisfy { ["06:00", "18:30"].contains(local($0.end, .utc).time) })
        #expect(
            offers.filter { $0.start > shop.start }.allSatisfy { [11.5, 12.5].contains(Double($0.seconds) / 3600) })
        #expect(offers.filter { $0.start <= shop.start }.allSatisfy { $0.start == shop.start })
    }

    @Test func `on some days last from one to the next`() throws {
        let shop = Self.shop(Changes(times: [Self.time(6)], days: [.monday, .thursday]))
        var schedule = shop.schedule()
        let offers = try schedule.extend(until: shop.start + .days(60))
        #expect(offers.allSatisfy { [.monday, .thursday].contains(local($0.end, .utc).day) })
        #expect(Set(offers.filter { $0.start > shop.start }.map(\.seconds)) == [3 * 86_400, 4 * 86_400])
    }

    @Test(arguments: ["Europe/Berlin", "Australia/Lord_Howe", "Australia/Sydney", "Africa/Casablanca"])
    func `go by the clock, whose days have 23 to 25 hours`(name: String) throws {
        let zone = ZoneVectors[name].zone
        let shop = Self.shop(Changes(times: [Self.time(6)]), zone: zone)
        var schedule = shop.schedule()
        let offers = try schedule.extend(until: shop.start + .days(400))
        #expect(offers.allSatisfy { local($0.end, zone).time == "06:00" })
        let hours = Set(offers.filter { $0.start > shop.start }.map { Double($0.seconds) / 3600 })
        #expect(hours.isSubset(of: [23, 23.5, 24, 24.5, 25]) && hours.count == 3)
    }

    @Test func `in spring's gap are the instant after it, and in autumn's doubled hour the first`() throws {
        let zone = ZoneVectors["Europe/Berlin"].zone
        let changes = Changes(times: [Self.time(2, 30)])
        let spring = CalendarDate(year: 2027, month: 3, day: 28)!
        let autumn = CalendarDate(year: 2027, month: 10, day: 31)!
        #expect(RFC3339.text(changes.first(from: spring.start(in: zone), in: zone)) == "2027-03-28T01:00:00Z")
        #expect(RFC3339.text(changes.first(from: autumn.start(in: zone), in: zone)) == "2027-10-31T00:30:00Z")
    }

    @Test func `are spread by a number of seconds of each position's own, anew each day`() throws {
        let shop = Self.shop(Changes(times: [Self.time(6)], spread: .minutes(10)), positions: 6)
        var schedule = shop.schedule()
        let offers = try schedule.extend(until: shop.start + .days(30))
        let late = offers.map { Int(($0.end - $0.end.floored(to: .days(1))).wholeSeconds) - 6 * 3600 }
        #expect(late.allSatisfy((0...600).contains) && Set(late).count > 100)
    }

    @Test func `let the first offer run past one that comes within a minute`() throws {
        let at = RandomShop.all[3].start.floored(to: .days(1)) + .days(1) + .hours(6)
        for (seconds, days) in [(59, 1), (60, 0), (61, 0)] as [(Int64, Int64)] {
            let shop = Self.shop(Changes(times: [Self.time(6)]))
            var schedule = shop.schedule(firstWindow: at - .seconds(seconds))
            let first = try #require(try schedule.extend(until: at - .seconds(seconds) + .seconds(1)).first)
            #expect(first.end == at + .days(days), "\(seconds) s before")
        }
    }

    @Test func `stand beside positions whose lives are drawn`() throws {
        let shop = Self.shop(
            Changes(times: [Self.time(6)]), positions: 5,
            groups: [
                PositionGroup(positions: 0..<2, end: .changes(Changes(times: [Self.time(6)]))),
                PositionGroup(positions: 2..<5, end: .shelfLife(60...120)),
            ])
        var schedule = shop.schedule()
        let end = shop.start + .hours(30)
        let offers = try schedule.extend(until: end)
        try Coverage.check(offers, positions: 5, span: shop.start..<end)
        #expect(offers.filter { $0.position >= 2 }.allSatisfy { (60...120).contains($0.seconds) })
        #expect(offers.filter { $0.position < 2 }.allSatisfy { local($0.end, .utc).time == "06:00" })
    }

    @Test func `are the same whenever a schedule goes on after some of the offers`() throws {
        let shop = Self.shop(Changes(times: [Self.time(6), Self.time(14)], spread: .seconds(90)))
        var schedule = shop.schedule()
        let (end, middle) = (shop.start + .days(20), shop.start + .hours(31))
        let whole = try schedule.extend(until: end)
        var first = shop.schedule()
        let before = try first.extend(until: middle)
        var second = shop.schedule(after: before, until: middle)
        #expect(try before + second.extend(until: end) == whole)
    }

    @Test func `begin and end what is planned there, also over a day of 23 hours`() throws {
        let zone = ZoneVectors["Europe/Berlin"].zone
        let (friday, spring) = (
            CalendarDate(year: 2027, month: 3, day: 26)!, CalendarDate(year: 2027, month: 3, day: 28)!
        )
        let shop = Self.shop(
            Changes(times: [Self.time(6)]), zone: zone,
            plan: [
                PlannedAppearance(item: "i1", position: 1, times: .once(friday, Self.time(6)), length: .days(1)),
                PlannedAppearance(
                    item: "i2", position: 2, times: .once(spring.adding(months: 0), Self.time(6)), length: .days(2)),
            ])
        let check = PlanCheck(rules: shop.rules, catalogue: shop.catalogue, now: friday.start(in: zone) - .days(3))
        #expect(check.problems.filter { $0.severity == .error } == [])
        var schedule = shop.schedule(firstWindow: friday.start(in: zone) - .days(2))
        let offers = try schedule.extend(until: friday.start(in: zone) + .days(7))
        let first = try #require(offers.first { $0.item == "i1" && $0.position == 1 })
        #expect(
            first.span == friday.instant(Self.time(6), in: zone)..<friday.instant(Self.time(6), in: zone) + .days(1))
        let second = try #require(offers.first { $0.item == "i2" && $0.position == 2 })
        #expect(second.seconds == 48 * 3600 && local(second.end, zone).time == "06:00")
    }

    @Test(arguments: [
        (Self.time(7), TimeSpan.days(1), "a change of position 2 (06:00)"),
        (Self.time(6), TimeSpan.hours(25), "one that ends at a change of position 2 (06:00)"),
    ])
    func `refuse what is planned otherwise`(time: TimeOfDay, length: TimeSpan, expected: String) throws {
        let date = CalendarDate(year: 2027, month: 5, day: 5)!
        let shop = Self.shop(
            Changes(times: [Self.time(6)]),
            plan: [PlannedAppearance(item: "i1", position: 1, times: .once(date, time), length: length)])
        let problems = PlanCheck(rules: shop.rules, catalogue: shop.catalogue, now: date.start() - .days(1)).problems
        #expect(problems.filter { $0.severity == .error }.map(\.expected) == [expected])
    }
}
