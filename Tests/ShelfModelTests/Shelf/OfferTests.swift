import ShelfModel
import Testing

/// Offers that last longer than an hour, and the listings that they are sealed as.
@Suite struct `Offers` {
    private static let start = Instant(milliseconds: 1_800_000_000_000)

    /// A shop whose offers last from hours to days.
    private static func shop(_ number: Int, noRepeat: TimeSpan = .hours(6)) -> RandomShop {
        let shop = RandomShop.all[number]
        let shortest = 3600 * (1 + number % 30) + number
        return RandomShop(
            shop,
            rules: StoreRules(
                store: "s", positions: 1 + number % 5, shelfLife: shortest...(shortest + 97 * number),
                noRepeat: noRepeat))
    }

    private func parts(of offer: Offer, in schedule: Schedule) -> [Listing] {
        var (parts, next): ([Listing], Instant) = ([], offer.start)
        while next < offer.end {
            parts.append(schedule.listing(of: offer, from: next))
            next = parts[parts.count - 1].end
        }
        return parts
    }

    @Test(arguments: [3601, 7200, 7201, 86_400, 90_061, 31 * 86_400 - 1, 31 * 86_400])
    func `are as few listings of an hour at most as can be, the longer ones first`(seconds: Int) {
        let schedule = Self.shop(7).schedule()
        let parts = parts(of: Offer(position: 0, start: Self.start, seconds: seconds, item: "i0"), in: schedule)
        #expect(parts.count == (seconds + 3599) / 3600)
        #expect(parts.map(\.seconds) == parts.map(\.seconds).sorted(by: >))
        #expect(parts[0].seconds - parts[parts.count - 1].seconds <= 1)
        #expect(parts.map(\.seconds).reduce(0, +) == seconds)
    }

    @Test func `cover their positions without a gap or an overlap for two months`() throws {
        for number in 0..<40 {
            let shop = Self.shop(number)
            var schedule = shop.schedule()
            let end = shop.start + .days(60)
            let offers = try schedule.extend(until: end)
            #expect(offers.allSatisfy { shop.rules.shelfLife.contains($0.seconds) }, "shop \(number)")
            try Coverage.check(
                offers.flatMap { parts(of: $0, in: schedule) }.sorted { $0.start < $1.start },
                positions: shop.rules.positions, span: shop.start..<end)
        }
    }

    @Test func `are the same whenever a schedule goes on after some of them`() throws {
        for number in 0..<40 {
            let shop = Self.shop(number)
            var schedule = shop.schedule()
            let end = shop.start + .days(20)
            let whole = try schedule.extend(until: end)
            for hours in [1, 30, 100] {
                var first = shop.schedule()
                let before = try first.extend(until: shop.start + .hours(hours))
                var second = shop.schedule(after: before, until: shop.start + .hours(hours))
                #expect(try before + second.extend(until: end) == whole, "shop \(number) after \(hours) h")
            }
        }
    }

    @Test func `of an item whose card has no room are one listing, of eleven hours at most`() throws {
        let shop = Self.shop(25)
        var schedule = Schedule(
            odds: Odds(rules: shop.rules, catalogue: shop.catalogue) { $0.id != "i1" }, seed: shop.seed, after: [],
            firstWindow: shop.start)
        let offers = try schedule.extend(until: shop.start + .days(60))
        let narrow = offers.filter { $0.item == "i1" }
        #expect(!narrow.isEmpty && narrow.allSatisfy { $0.seconds <= 11 * 3600 && !schedule.isJoined($0) })
        #expect(narrow.allSatisfy { schedule.listing(of: $0, from: $0.start).seconds == $0.seconds })
        #expect(offers.filter { $0.item != "i1" }.allSatisfy(schedule.isJoined))
    }

    @Test func `keep their item away from their position's other offers until they end, and for no-repeat after that`()
        throws
    {
        for number in 0..<40 {
            let shop = Self.shop(number, noRepeat: .hours(1))
            guard shop.isWide else { continue }
            var schedule = shop.schedule()
            let offers = try schedule.extend(until: shop.start + .days(30))
            for same in Dictionary(grouping: offers, by: \.item).values {
                #expect(
                    zip(same, same.dropFirst()).allSatisfy { $1.start - $0.end >= shop.rules.noRepeat },
                    "shop \(number)")
            }
        }
    }
}
