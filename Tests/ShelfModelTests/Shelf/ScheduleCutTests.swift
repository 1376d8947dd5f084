import ShelfModel
import Testing

/// What was published never changes, however the way there was cut.
@Suite struct ScheduleCutTests {
    @Test func `a schedule is the same however it is cut into extensions`() throws {
        let wrong = try RandomShop.all.faulty { shop in
            var schedule = shop.schedule()
            let pieces = try Self.cuts(shop).flatMap { try schedule.extend(until: $0) }
            return try pieces != shop.offers()
        }
        #expect(wrong == [])
    }

    @Test func `a schedule carries on from what was stored`() throws {
        let wrong = try RandomShop.all.faulty { shop in
            var stored: [Offer] = []
            for cut in Self.cuts(shop) {
                let firstWindow = stored.isEmpty ? shop.start : cut
                var schedule = shop.schedule(after: stored.shuffled(by: shop.number), firstWindow: firstWindow)
                stored += try schedule.extend(until: cut)
            }
            return try stored != shop.offers()
        }
        #expect(wrong == [])
    }

    @Test func `only what ended within no-repeat of the end needs to be at hand`() throws {
        let wrong = try RandomShop.all.faulty { shop in
            var stored: [Offer] = []
            for cut in Self.cuts(shop) {
                let end = shop.schedule(after: stored).end
                let recent = stored.filter { $0.end > end - shop.rules.noRepeat || $0.end >= end }
                var schedule = shop.schedule(after: recent)
                stored += try schedule.extend(until: cut)
            }
            return try stored != shop.offers()
        }
        #expect(wrong == [])
    }

    @Test func `extending to where one already is draws nothing`() throws {
        let shop = RandomShop.all[0]
        var schedule = shop.schedule()
        #expect(try schedule.extend(until: shop.end) != [])
        #expect(try schedule.extend(until: shop.end) == [])
        #expect(try schedule.extend(until: shop.start) == [])
    }

    static func cuts(_ shop: RandomShop) -> [Instant] {
        var random = SplitMix64(seed: shop.number)
        let seconds = Int(shop.length.wholeSeconds)
        // The first cut covers every position, as a publisher's does.
        let first = shop.start + .milliseconds(1)
        let others = (0..<6).map { _ in shop.start + .milliseconds(Int.random(in: 2..<seconds * 1000, using: &random)) }
        return [first] + others.sorted() + [shop.end]
    }
}

extension Array {
    fileprivate func shuffled(by seed: Int) -> [Element] {
        var random = SplitMix64(seed: seed)
        return shuffled(using: &random)
    }
}
