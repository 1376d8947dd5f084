import ShelfModel
import Testing

/// Planned appearances, one case after the other. What holds for all of them: ``PlanPropertyTests``.
@Suite struct PlannedScheduleTests {
    private static let start = at("2026-03-01")
    private static let noon = TimeOfDay(hour: 12, minute: 0)!

    private static func schedule(
        _ plan: [PlannedAppearance], positions: Int = 4, shelfLife: ClosedRange<Int> = 45...240,
        items: [Item] = (10..<60).map { .sample("i\($0)") }, after: [Offer] = [], left: EditionsLeft = EditionsLeft()
    ) throws -> Schedule {
        let rules = StoreRules(
            store: "s", positions: positions, shelfLife: shelfLife, noRepeat: .minutes(5),
            zone: Zone(offset: .hours(1)), plan: plan
        )
        return Schedule(
            odds: Odds(rules: rules, catalogue: try Catalogue(items), editionsLeft: left), seed: .sample(3),
            after: after, firstWindow: start)
    }

    private static func once(
        _ item: String = "i20", position: Int? = nil, minutes: Int = 12 * 60, length: TimeSpan = .minutes(10),
        within: TimeSpan = .zero
    ) -> PlannedAppearance {
        PlannedAppearance(
            item: item, position: position,
            times: .once(day("2026-03-01"), TimeOfDay(hour: minutes / 60, minute: minutes % 60)!), length: length,
            within: within)
    }

    @Test func `an item stands at its time on the store's clock, and a long span is several listings of one offer`()
        throws
    {
        var schedule = try Self.schedule([Self.once(position: 2)])
        let shown = try schedule.extend(until: at("2026-03-01", 13)).filter {
            $0.item == "i20" && $0.end > at("2026-03-01", 10, 55) && $0.start < at("2026-03-01", 11, 15)
        }
        let offer = try #require(shown.first)
        #expect(shown.count == 1 && offer.position == 2)
        #expect(offer.span == at("2026-03-01", 11)..<at("2026-03-01", 11, 10))
        var (lengths, next): ([Int], Instant) = ([], offer.start)
        while next < offer.end {
            lengths.append(schedule.listing(of: offer, from: next).seconds)
            next = next + .seconds(lengths[lengths.count - 1])
        }
        #expect(next == offer.end && lengths.count >= 3 && lengths.allSatisfy((45...240).contains))
    }

    @Test func `a span that one listing can fill is one listing`() throws {
        var schedule = try Self.schedule([Self.once(position: 2, length: .seconds(200))])
        let shown = try schedule.extend(until: at("2026-03-01", 12)).filter { $0.start == at("2026-03-01", 11) }
        #expect(shown.map(\.seconds) == [200])
    }

    @Test func `weekly appearances come on their days until the last`() throws {
        let weekly = PlannedAppearance(
            item: "i20", position: 0,
            times: .weekly(
                .init(
                    days: [.monday, .wednesday], times: [Self.noon, TimeOfDay(hour: 0, minute: 0)!],
                    from: day("2026-03-03"), until: day("2026-03-09"))),
            length: .seconds(100))
        let starts = [at("2026-03-03", 23), at("2026-03-04", 11), at("2026-03-08", 23), at("2026-03-09", 11)]
        #expect(weekly.times.starts(in: at("2026-03-01")..<at("2026-04-01"), in: Zone(offset: .hours(1))) == starts)
        #expect(weekly.times.first(from: at("2026-03-04", 11), in: Zone(offset: .hours(1))) == starts[1])
        #expect(weekly.times.first(from: at("2026-03-04", 11, 0, 1), in: Zone(offset: .hours(1))) == starts[2])
        #expect(weekly.times.first(from: at("2026-03-09", 11, 0, 1), in: Zone(offset: .hours(1))) == nil)
    }

    @Test func `starts that the clock skips together are one, and those that it shows twice are at the first`() {
        let times = Set([(2, 30), (2, 45), (3, 0)].map { TimeOfDay(hour: $0, minute: $1)! })
        let nightly = PlannedTimes.weekly(.init(times: times))
        func starts(_ text: String) -> [Instant] {
            nightly.starts(in: at(text)..<at(text, 22), in: .berlin)
        }
        #expect(starts("2026-03-29") == [at("2026-03-29", 1)])
        #expect(nightly.first(from: at("2026-03-29", 1), in: .berlin) == at("2026-03-29", 1))
        #expect(starts("2026-10-25") == [at("2026-10-25", 0, 30), at("2026-10-25", 0, 45), at("2026-10-25", 2)])
    }

    @Test func `where no listing can end at the second, the item comes as soon after it as one can`() throws {
        let after = [Offer(position: 0, start: at("2026-03-01", 10, 58), seconds: 50, item: "i11")]
        for (shelfLife, seconds) in [(50...60, 100), (50...51, 100), (60...60, 120), (30...70, 70)] {
            var schedule = try Self.schedule([Self.once(position: 0)], positions: 1, shelfLife: shelfLife, after: after)
            let shown = try schedule.extend(until: at("2026-03-01", 11, 5)).first { $0.item == "i20" }
            #expect(shown?.start == at("2026-03-01", 10, 58, 50) + .seconds(seconds))
        }
    }

    @Test func `any position means each of them as often, and where lengths are equal, one that ends there`() throws {
        let daily = PlannedAppearance(
            item: "i20", times: .weekly(.init(times: Set((0..<24).map { TimeOfDay(hour: $0, minute: 30)! }))),
            length: .seconds(120))
        var schedule = try Self.schedule([daily])
        let shown = try schedule.extend(until: Self.start + .days(20)).filter {
            ($0.start - Self.start).milliseconds % 3_600_000 == 1_800_000 && $0.item == "i20" && $0.seconds == 120
                && $0.start >= Self.start
        }
        #expect(shown.count == 480)
        let counts = (0..<4).map { position in shown.count { $0.position == position } }
        #expect(abs(ChiSquare(counts: counts, expected: [120, 120, 120, 120]).deviation) < 4, "\(counts)")
        // An hour is 59 times 61 seconds and one second.
        let after = [0, 1, 2].map {
            Offer(position: $0, start: at("2026-03-01", 9, 59), seconds: 60 + $0, item: "i1\($0)")
        }
        var fixed = try Self.schedule([Self.once()], positions: 3, shelfLife: 61...61, after: after)
        let first = try fixed.extend(until: at("2026-03-01", 11, 2)).first {
            $0.item == "i20" && $0.start > at("2026-03-01", 10, 55)
        }
        #expect(first?.start == at("2026-03-01", 11))
        #expect(first?.position == 1)
    }

    @Test func `within spreads starts evenly, and the end moves along`() throws {
        let rules = StoreRules(
            store: "s", positions: 4,
            plan: [
                PlannedAppearance(
                    item: "i20", times: .weekly(.init(times: [Self.noon])), length: .minutes(10), within: .seconds(9))
            ])
        let spans = rules.plannedSpans(endingAfter: Self.start, until: Self.start + .days(1000), seed: .sample())
        #expect(spans.count == 1000)
        let delays = spans.map { Int(($0.start - $0.time).wholeSeconds) }
        let counts = (0...9).map { delay in delays.count { $0 == delay } }
        #expect(counts.reduce(0, +) == 1000)
        #expect(abs(ChiSquare(counts: counts, expected: counts.map { _ in 100 }).deviation) < 4, "\(counts)")
        #expect(spans.allSatisfy { $0.end - $0.start == .minutes(10) })
        let others = rules.plannedSpans(endingAfter: Self.start, until: Self.start + .days(1000), seed: .sample(1))
        #expect(spans != others)
    }

    @Test func `what is published already stays, and what is left begins when the position is free`() throws {
        let after = [
            Offer(position: 0, start: at("2026-03-01", 10, 58), seconds: 200, item: "i11"),
            Offer(position: 1, start: at("2026-03-01", 10, 58), seconds: 140, item: "i12"),
        ]
        var fixed = try Self.schedule([Self.once(position: 0)], positions: 2, after: after)
        let shown = try fixed.extend(until: at("2026-03-01", 11, 30)).filter { $0.item == "i20" && $0.position == 0 }
        #expect(shown.first?.start == at("2026-03-01", 11, 1, 20))
        #expect(shown.first { $0.end == at("2026-03-01", 11, 10) } != nil)
        var any = try Self.schedule([Self.once()], positions: 2, after: after)
        let somewhere = try any.extend(until: at("2026-03-01", 11, 10)).filter { $0.item == "i20" }
        #expect(somewhere.first?.start == at("2026-03-01", 11, 0, 20))
        #expect(Set(somewhere.map(\.position)) == [1])
    }

    @Test func `an item that isn't there, isn't released or is sold out is not shown, and nothing stops`() throws {
        let items =
            (10..<30).map { Item.sample("i\($0)") } + [
                .sample("late", released: "2026-04-01"), .sample("gone", edition: 5),
            ]
        let plan = [
            Self.once("none", position: 0), Self.once("late", position: 1), Self.once("gone", position: 2),
            Self.once("gone", minutes: 700), Self.once("i11", position: 9),
        ]
        var schedule = try Self.schedule(plan, items: items, left: EditionsLeft(sold: ["gone": 5]))
        let listings = try schedule.extend(until: at("2026-03-01", 12))
        #expect(!listings.contains { ["none", "late", "gone"].contains($0.item) })
        try Coverage.check(listings, positions: 4, span: Self.start..<at("2026-03-01", 12))
    }

    /// Eight items, each every five minutes of a day, wherever there is room. A draw may look at few of them only.
    @Test func `a plan with thousands of times is kept as it is drawn, in whatever steps`() throws {
        let times = (0..<288).compactMap { number in TimeOfDay(hour: number / 12, minute: number % 12 * 5) }
        let plan = (20..<28).map { number in
            PlannedAppearance(
                item: "i\(number)", times: .weekly(.init(days: Set(Weekday.allCases), times: Set(times))),
                length: .seconds(60))
        }
        var (whole, steps) = (try Self.schedule(plan, positions: 30), try Self.schedule(plan, positions: 30))
        let drawn = try whole.extend(until: at("2026-03-01", 6))
        var inSteps: [Offer] = []
        for minute in 1...360 {
            inSteps += try steps.extend(until: Self.start + .minutes(Int64(minute)))
        }
        #expect(inSteps == drawn)
        let planned = drawn.filter { $0.item == "i20" && $0.start >= at("2026-03-01", 1) }
        let onTime = planned.filter { $0.start.milliseconds % 300_000 == 0 }
        #expect(onTime.count >= 50)
    }

    @Test func `a preview knows what is planned`() throws {
        let rules = StoreRules(
            store: "s", positions: 3, plan: [Self.once(position: 1, within: .minutes(3))])
        let catalogue = try Catalogue((10..<60).map { .sample("i\($0)") })
        let preview = try Preview(
            rules: rules, catalogue: catalogue, span: at("2026-03-01", 11)..<at("2026-03-01", 13), number: 4)
        let planned = preview.offers.filter(preview.isPlanned)
        let (first, last) = (try #require(planned.first), try #require(planned.last))
        #expect((at("2026-03-01", 12)...at("2026-03-01", 12, 3)).contains(first.start))
        #expect(last.end - first.start == .minutes(10))
        #expect(planned.allSatisfy { $0.item == "i20" && $0.position == 1 })
    }
}
