import ShelfModel
import Testing

/// What holds for every schedule with planned appearances, tried on a thousand random catalogues, rules and plans.
@Suite struct PlanPropertyTests {
    static let shops = RandomShop.all.map(\.planned)

    @Test func `every planned item stands at its second, and all lengths are lawful`() throws {
        #expect(Self.shops.reduce(0) { $0 + $1.spans.count } > 1500)
        #expect(Self.shops.count { PlanJudge($0).isWide && !$0.spans.isEmpty } > 100)
        #expect(try Self.shops.faulty { try PlanJudge($0).faults(in: $0.offers()) != [] } == [])
    }

    @Test(arguments: [Wrong.ignoresThePlan, .cutsWhatStandsBefore, .startsLate, .showsTwice])
    func `a generator that plans otherwise is found out`(wrong: Wrong) throws {
        let found = try Self.shops.prefix(300).count { shop in
            let listings = try wrong.listings(shop)
            return listings.map { PlanJudge(shop).faults(in: $0) != [] } ?? false
        }
        #expect(found > 20)
    }

    @Test func `a planned schedule is the same however it is cut into extensions`() throws {
        let wrong = try Self.shops.faulty { shop in
            var schedule = shop.schedule()
            let pieces = try ScheduleCutTests.cuts(shop).flatMap { try schedule.extend(until: $0) }
            return try pieces != shop.offers()
        }
        #expect(wrong == [])
    }

    @Test func `a planned schedule carries on from what was stored`() throws {
        let wrong = try Self.shops.faulty { shop in
            var stored: [Offer] = []
            for cut in ScheduleCutTests.cuts(shop) {
                let end = shop.schedule(after: stored, firstWindow: stored.isEmpty ? shop.start : cut).end
                let recent = stored.filter { $0.end > end - shop.rules.noRepeat || $0.end >= end }
                var schedule = shop.schedule(after: recent, firstWindow: stored.isEmpty ? shop.start : cut)
                stored += try schedule.extend(until: cut)
            }
            return try stored != shop.offers()
        }
        #expect(wrong == [])
    }

    @Test func `without a plan, nothing changes, and neither does it long before a planned start`() throws {
        let wrong = try RandomShop.all.faulty { shop in
            let date = CalendarDate(shop.start + .days(4))
            let far = PlannedAppearance(
                item: "i1", position: 0, times: .once(date, .midnight),
                length: .seconds(shop.rules.shelfLife.upperBound))
            let planned = RandomShop(shop, rules: shop.rules.with(plan: [far]))
            return try planned.offers() != shop.offers()
        }
        #expect(wrong == [])
    }

    /// Ways in which a schedule can fail its plan.
    enum Wrong: CaseIterable {
        case ignoresThePlan, cutsWhatStandsBefore, startsLate, showsTwice

        /// `nil` where the shop gives no occasion.
        func listings(_ shop: RandomShop) throws -> [Offer]? {
            let unplanned = try RandomShop(shop, rules: shop.rules.with(plan: [])).offers()
            guard let span = shop.spans.first(where: { $0.position != nil }) else { return nil }
            switch self {
            case .ignoresThePlan:
                return unplanned
            case .cutsWhatStandsBefore:
                return unplanned.map { listing in
                    guard listing.position == span.position, listing.start < span.start, listing.end > span.start
                    else { return listing }
                    return listing.with(seconds: Int((span.start - listing.start).wholeSeconds))
                }
            case .startsLate:
                let late = PlannedAppearance(
                    item: span.item, position: span.position,
                    times: shop.rules.plan[span.appearance].times, length: span.end - span.start, within: .seconds(1))
                let seed = ScheduleSeed.sample(shop.number * 31 + 5)
                return try RandomShop(shop, rules: shop.rules.with(plan: [late]), seed: seed).offers()
            case .showsTwice:
                return try shop.offers().map { listing in
                    let isOther = listing.position != span.position && listing.start <= span.start
                    return isOther && listing.end > span.start ? listing.with(item: span.item) : listing
                }
            }
        }
    }
}

extension Offer {
    fileprivate func with(seconds: Int? = nil, item: Item.ID? = nil) -> Offer {
        Offer(position: position, start: start, seconds: seconds ?? self.seconds, item: item ?? self.item)
    }
}
