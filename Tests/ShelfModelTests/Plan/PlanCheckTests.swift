import ShelfModel
import Testing

@Suite struct PlanCheckTests {
    private static let now = at("2026-11-21", 9)

    private static func problems(
        _ plan: [PlannedAppearance], editionsLeft: EditionsLeft = EditionsLeft(), publishedUntil: Instant? = nil,
        inForce: [PlannedAppearance] = []
    ) throws -> [String] {
        let rules = StoreRules(store: "s", positions: 3, shelfLife: 50...60, zone: Zone(offset: .hours(2)), plan: plan)
        let catalogue = try Catalogue([.sample("a"), .sample("b", edition: 10), .sample("new", released: "2026-12-01")])
        let check = PlanCheck(
            rules: rules, catalogue: catalogue, editionsLeft: editionsLeft, now: now, publishedUntil: publishedUntil,
            inForce: inForce)
        return check.problems.map(\.description)
    }

    /// On 21 November, in the store's local time.
    private static func once(_ item: String, _ hour: Int, _ minute: Int, seconds: Int = 110) -> PlannedAppearance {
        PlannedAppearance(
            item: item, position: 0, times: .once(day("2026-11-21"), TimeOfDay(hour: hour, minute: minute)!),
            length: .seconds(seconds))
    }

    @Test func `a plan that can be kept has no problem`() throws {
        #expect(try Self.problems([Self.once("a", 12, 0), Self.once("b", 12, 6)]) == [])
    }

    @Test func `what is published stays, and the problem says until when and what is left`() throws {
        let until = at("2026-11-21", 9, 12)
        let early = "2026-11-21T11:11, expected a start from 2026-11-21T11:12 on, since windows are already published"
        #expect(
            try Self.problems([Self.once("a", 11, 11, seconds: 600)], publishedUntil: until) == [
                "plan[0].from: found \(early) until then; what is left of it begins as soon as its position is free"
            ])
        #expect(
            try Self.problems([Self.once("a", 11, 11)], publishedUntil: until) == [
                "plan[0].from: found \(early) until then; what is left of it begins as soon as its position is free"
            ])
        #expect(
            try Self.problems([Self.once("a", 11, 11, seconds: 60)], publishedUntil: until) == [
                "plan[0].from: found \(early) until then; nothing of it will be shown"
            ])
        #expect(try Self.problems([Self.once("a", 11, 12)], publishedUntil: until) == [])
        let plan = [Self.once("a", 11, 11)]
        #expect(try Self.problems(plan, publishedUntil: until, inForce: plan) == [])
    }

    @Test func `what is withdrawn for a while is told only of what is drawn meanwhile`() throws {
        let running = PlannedAppearance(
            item: "a", position: 0, times: .once(day("2026-11-21"), TimeOfDay(hour: 10, minute: 55)!),
            length: .minutes(60))
        func problems(withdrawnUntil end: Instant) throws -> [String] {
            var left = EditionsLeft()
            left.withdrawn = ["a": end]
            return try Self.problems(
                [running], editionsLeft: left, publishedUntil: at("2026-11-21", 9, 12), inForce: [running])
        }
        #expect(try problems(withdrawnUntil: at("2026-11-21", 9, 11)) == [])
        #expect(try problems(withdrawnUntil: at("2026-11-21", 9, 13)).count == 1)
        #expect(try problems(withdrawnUntil: .distantFuture).count == 1)
    }

    @Test func `thousands of appearances that last for long are refused soon, and in few words`() throws {
        func long(_ number: Int, _ item: String) -> PlannedAppearance {
            PlannedAppearance(
                item: item, times: .once(day("2026-12-01"), TimeOfDay(hour: number / 60 % 24, minute: number % 60)!),
                length: .days(300), within: .days(1))
        }
        let same = try Self.problems((0..<20_000).map { long($0, "a") })
        #expect(same.count < 2_100 && same.contains { $0.contains("an item at one position at a time") })
        let limit = "expected so few that they can be compared with each other"
        #expect(same.contains { $0.contains(limit) })
    }

    @Test func `what is over is told only where it is new to what is published`() throws {
        let over = [Self.once("a", 8, 0, seconds: 60)]
        let until = at("2026-11-21", 9, 12)
        #expect(try Self.problems(over) == [])
        #expect(try Self.problems(over, publishedUntil: until, inForce: over) == [])
        #expect(
            try Self.problems(over, publishedUntil: until) == [
                "plan[0].from: found nothing after 2026-11-21T11:00, expected a time that is to come"
            ])
    }

    @Test func `what recurs on no day at all is told`() throws {
        func weekly(_ from: String, _ until: String) -> PlannedAppearance {
            PlannedAppearance(
                item: "a", position: 0,
                times: .weekly(
                    .init(
                        days: [.sunday], times: [TimeOfDay(hour: 12, minute: 0)!], from: day(from), until: day(until))),
                length: .seconds(110))
        }
        #expect(
            try Self.problems([weekly("2026-12-01", "2026-12-03")]) == [
                """
                plan[0].from: found no such day between the first and the last, expected dates with one of its days of \
                the week between them; it is never shown
                """
            ])
        #expect(try Self.problems([weekly("2026-12-01", "2026-12-06")]) == [])
        #expect(try Self.problems([weekly("2026-12-06", "2026-12-06")]) == [])
    }

    @Test func `an item that is sold out or not yet released is told`() throws {
        #expect(
            try Self.problems([Self.once("b", 12, 0)], editionsLeft: EditionsLeft(sold: ["b": 10])) == [
                """
                plan[0].item: found an item whose edition is sold out, expected one that is left; something else is \
                drawn in its place
                """
            ])
        var withdrawn = EditionsLeft()
        withdrawn.withdrawn = ["a": at("2026-11-21", 12)]
        #expect(
            try Self.problems([Self.once("a", 13, 0)], editionsLeft: withdrawn) == [
                """
                plan[0].item: found an item that is withdrawn, expected one that is for sale; something else is drawn \
                in its place until the withdrawal is lifted
                """
            ])
        #expect(try Self.problems([Self.once("a", 15, 0)], editionsLeft: withdrawn) == [])
        #expect(
            try Self.problems([Self.once("new", 12, 0)]) == [
                """
                plan[0].item: found an item that is released at 2026-12-01T00:00, expected one that is released by \
                2026-11-21T12:00
                """
            ])
    }

    @Test func `weekly appearances conflict where their times meet`() throws {
        let daily = PlannedAppearance(
            item: "a", position: 0, times: .weekly(.init(times: [TimeOfDay(hour: 18, minute: 0)!])),
            length: .seconds(110))
        let fridays = PlannedAppearance(
            item: "b", position: 0,
            times: .weekly(.init(days: [.friday], times: [TimeOfDay(hour: 17, minute: 59)!], from: day("2027-03-01"))),
            length: .seconds(50), within: .seconds(30))
        #expect(
            try Self.problems([daily, fridays]) == [
                """
                plan[0].from: found 2027-03-05T18:00 at position 1, where plan[1] stands until 2027-03-05T18:00:20, \
                expected appearances that don't overlap
                """
            ])
    }
}
