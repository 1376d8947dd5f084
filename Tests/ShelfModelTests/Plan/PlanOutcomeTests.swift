import ShelfModel
import Testing

@Suite struct `What becomes of a plan` {
    private static let now = Instant(milliseconds: 1_800_000_000_000)
    private static let times = PlannedTimes.once(CalendarDate(now), TimeOfDay(hour: 8, minute: 10)!)
    private static let feast = PlannedAppearance(item: "feast", position: 0, times: times, length: .minutes(5))
    private static let anywhere = PlannedAppearance(item: "feast", times: times, length: .minutes(5))

    private func listing(_ item: String, position: Int = 0, from minute: Int64, for minutes: Int64) -> Offer {
        Offer(
            position: position, start: Self.now + .minutes(minute), seconds: Int(60 * minutes), item: item)
    }

    /// - Parameter decided: for how many minutes the listings were decided before.
    private func problems(
        of appearance: PlannedAppearance = feast, _ shown: [Offer], decided: Int64 = 0,
        inForce: [PlannedAppearance] = []
    ) -> [PlanProblem] {
        let rules = StoreRules(store: "main", positions: 2, shelfLife: 60...600, plan: [appearance])
        let spans = rules.plannedSpans(
            endingAfter: Self.now, until: Self.now + .hours(1),
            seed: ScheduleSeed(bytes: Array(repeating: 1, count: 32)))
        return PlanOutcome(
            rules: rules, shown: shown, decidedUntil: Self.now + .minutes(decided), inForce: inForce, now: Self.now
        ).problems(of: spans)
    }

    @Test func `a start at its second is no problem`() {
        #expect(problems([listing("a", from: 0, for: 10), listing("feast", from: 10, for: 5)]).isEmpty)
    }

    @Test func `a late one is a warning with the instant at which it begins`() throws {
        let told = try #require(
            problems([listing("a", from: 0, for: 12), listing("feast", from: 12, for: 3)]).first)
        #expect(told.severity == .warning)
        #expect(told.found == "2027-01-15T08:10, when position 1 isn't free")
        #expect(told.advice == "it begins at 2027-01-15T08:12")
    }

    @Test func `one that isn't shown is an error, with when its position is free again`() throws {
        let told = try #require(problems([listing("a", from: 0, for: 16)]).first)
        #expect(told.severity == .error && told.advice == "nothing of it is shown")
        #expect(told.expected == "a start at 2027-01-15T08:16, when position 1 is free again, or later")
    }

    @Test func `at any position it may be at each of them`() throws {
        let shown = [listing("a", from: 0, for: 20), listing("b", position: 1, from: 0, for: 10)]
        #expect(problems(of: Self.anywhere, shown + [listing("feast", position: 1, from: 10, for: 5)]).isEmpty)
        let told = try #require(
            problems(of: Self.anywhere, [shown[0], listing("b", position: 1, from: 0, for: 18)]).first)
        #expect(told.found == "2027-01-15T08:10, when no position is free")
    }

    @Test func `what was decided by chance doesn't tell that it is there`() {
        let shown = [
            listing("a", from: 0, for: 10), listing("feast", from: 10, for: 5), listing("b", from: 15, for: 5),
        ]
        #expect(problems(shown, decided: 12).count == 1, "else a try would tell what is to come")
        #expect(problems(shown, decided: 12, inForce: [Self.feast]).isEmpty)
    }
}
