import ShelfModel

/// A catalogue, rules and a seed, made up at random but the same each time for one number.
struct RandomShop: Sendable {
    let number: Int
    let catalogue: Catalogue
    let rules: StoreRules
    let editionsLeft: EditionsLeft
    let seed: ScheduleSeed
    /// A whole second near midnight, so that a day ends in many schedules.
    let start: Instant
    let length: TimeSpan

    static let all = (0..<1000).map(RandomShop.init(number:))

    init(number: Int) {
        var random = SplitMix64(seed: number)
        let today = CalendarDate(daysSinceEpoch: Int.random(in: 18000...21000, using: &random))
        let items = (0..<Int.random(in: 3...60, using: &random)).map { Self.item($0, today, &random) }
        self.number = number
        start = today.start() + .hours(23) + .seconds(Int.random(in: 0...5000, using: &random))
        length = .minutes(Int.random(in: 10...40, using: &random))
        catalogue = try! Catalogue(items)
        rules = Self.rules(today, &random)
        editionsLeft = EditionsLeft(sold: ["i3": 2, "i5": Int64.random(in: 0...60, using: &random), "i7": 1000])
        seed = .sample(number * 7 + number / 256)
    }

    init(_ shop: RandomShop, rules: StoreRules? = nil, seed: ScheduleSeed? = nil) {
        number = shop.number
        catalogue = shop.catalogue
        editionsLeft = shop.editionsLeft
        (start, length) = (shop.start, shop.length)
        self.rules = rules ?? shop.rules
        self.seed = seed ?? shop.seed
    }

    var odds: Odds { Odds(rules: rules, catalogue: catalogue, editionsLeft: editionsLeft) }
    var end: Instant { start + length }

    func schedule(
        after offers: [Offer] = [], until horizon: Instant = .distantPast, firstWindow: Instant? = nil,
        redraws: [Redraw] = []
    ) -> Schedule {
        Schedule(
            odds: odds, seed: seed, after: offers, until: horizon, firstWindow: firstWindow ?? start,
            redraws: redraws)
    }

    func offers() throws -> [Offer] {
        var schedule = schedule()
        return try schedule.extend(until: end)
    }

    /// The listings of offers, each as an offer of its own.
    func divided(_ offers: [Offer]) -> [Offer] {
        let schedule = schedule()
        return offers.flatMap { offer in
            var (parts, start): ([Offer], Instant) = ([], offer.start)
            while start < offer.end {
                parts.append(Offer(schedule.listing(of: offer, from: start)))
                start = parts[parts.count - 1].end
            }
            return parts
        }
        .sorted { ($0.start, $0.position) < ($1.start, $1.position) }
    }

    /// Whether no-repeat can be kept at every draw.
    var isWide: Bool {
        let sellable = try! Catalogue(catalogue.items.filter { editionsLeft[$0] != 0 })
        let span = start - .seconds(2 * rules.shelfLife.upperBound)..<end
        return ChoiceCheck.shortage(rules: rules, catalogue: sellable, in: span) == nil
    }
}

extension RandomShop {
    private static func item(_ index: Int, _ today: CalendarDate, _ random: inout SplitMix64) -> Item {
        let released = CalendarDate(daysSinceEpoch: today.daysSinceEpoch - Int.random(in: -1...500, using: &random))
        let moment = released.start() + .seconds(Int.random(in: 0..<86_400, using: &random))
        // The first items are always there, so that there is something to show.
        let old = Item.Release.date(CalendarDate(daysSinceEpoch: today.daysSinceEpoch - 400))
        let recent = random.once(in: 3) ? Item.Release.instant(moment) : .date(released)
        return Item(
            id: "i\(index)", name: "Item \(index)", set: "s\(index % 5)", released: index < 3 ? old : recent,
            price: Int64.random(in: 1...1000, using: &random), edition: index > 2 && index % 2 == 1 ? 50 : nil)
    }

    private static func rules(_ today: CalendarDate, _ random: inout SplitMix64) -> StoreRules {
        let shortest = Int.random(in: 5...60, using: &random)
        return StoreRules(
            store: "s", positions: Int.random(in: 1...6, using: &random),
            shelfLife: shortest...shortest + Int.random(in: 0...120, using: &random),
            noRepeat: random.once(in: 3) ? .zero : .seconds(Int.random(in: 1...400, using: &random)),
            zone: Zone(offset: .minutes(15 * Int.random(in: -48...56, using: &random))), choice: choice(&random),
            weights: (0..<Int.random(in: 0...5, using: &random)).map { _ in weight(today, &random) })
    }

    private static func choice(_ random: inout SplitMix64) -> Choice {
        guard random.once(in: 2) else { return .all }
        let except = random.once(in: 2) ? [Selector(sets: ["s4"], price: .init(from: 500))] : []
        return Choice(include: Selector(sets: ["s0", "s1", "s2", "s4"]), except: except)
    }

    private static func weight(_ today: CalendarDate, _ random: inout SplitMix64) -> WeightRule {
        WeightRule(
            factor: Weight(millionths: UInt64.random(in: 20000...5_000_000, using: &random)),
            selector: selector(&random), season: season(today, &random))
    }

    private static func selector(_ random: inout SplitMix64) -> Selector {
        switch Int.random(in: 0..<6, using: &random) {
        case 0: Selector(sets: ["s0", "s3"])
        case 1: Selector(items: ["i0", "i4", "i11"])
        case 2: Selector(age: .init(over: CalendarAge(months: 6)))
        case 3: Selector(age: .init(under: CalendarAge(months: 1, span: .hours(7))))
        case 4: Selector(price: .init(from: 200, to: 700))
        default: Selector(editionLeft: .init(to: 40))
        }
    }

    private static func season(_ today: CalendarDate, _ random: inout SplitMix64) -> WeightRule.Season {
        let next = CalendarDate(daysSinceEpoch: today.daysSinceEpoch + 1)
        switch Int.random(in: 0..<5, using: &random) {
        case 0: return .during(.once(from: next, to: next))
        case 1: return .outside(.yearly(from: monthDay(next.month, next.day), to: monthDay(1, 6)))
        case 2: return .during(hours(next, &random))
        default: return .always
        }
    }

    private static func hours(_ day: CalendarDate, _ random: inout SplitMix64) -> CalendarSpan {
        let (from, to) = (Int.random(in: 0..<24, using: &random), Int.random(in: 0..<24, using: &random))
        return CalendarSpan(
            dates: random.once(in: 3) ? .once(from: day, to: day) : nil,
            days: random.once(in: 2) ? [.friday, .saturday, .sunday] : nil,
            hours: .init(from: TimeOfDay(hour: from, minute: 0)!, to: TimeOfDay(hour: to, minute: 30)!))
    }
}

extension Sequence<RandomShop> {
    /// The numbers of the first shops in which something is wrong.
    func faulty(_ isWrong: (RandomShop) throws -> Bool) rethrows -> [Int] {
        var numbers: [Int] = []
        for shop in self where numbers.count < 5 {
            if try isWrong(shop) { numbers.append(shop.number) }
        }
        return numbers
    }
}
