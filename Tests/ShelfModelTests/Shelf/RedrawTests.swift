import ShelfModel
import Testing

@Suite struct RedrawTests {
    private static func half(_ shop: RandomShop) -> Instant {
        shop.start + .seconds(shop.length.wholeSeconds / 2)
    }

    private static func listings(_ shop: RandomShop, _ redraws: [Redraw]) throws -> [Offer] {
        var schedule = shop.schedule(redraws: redraws)
        return try schedule.extend(until: shop.end)
    }

    @Test func `a redraw changes what starts from its instant on, and nothing before`() throws {
        let wrong = try RandomShop.all.faulty { shop in
            let (before, from) = (try shop.offers(), Self.half(shop))
            let after = try Self.listings(shop, [Redraw(number: 1, from: from)])
            return before.filter { $0.start < from } != after.filter { $0.start < from }
        }
        #expect(wrong == [])
        let changed = try RandomShop.all.filter { shop in
            try shop.offers() != Self.listings(shop, [Redraw(number: 1, from: Self.half(shop))])
        }
        #expect(changed.count > RandomShop.all.count * 9 / 10)
    }

    @Test func `of several redraws the highest number holds, from its own instant on`() throws {
        let wrong = try RandomShop.all.faulty { shop in
            let (first, second) = (Redraw(number: 1, from: shop.start), Redraw(number: 4, from: Self.half(shop)))
            let both = try Self.listings(shop, [second, first])
            let one = try Self.listings(shop, [first])
            let early = Self.half(shop)
            guard both.filter({ $0.start < early }) == one.filter({ $0.start < early }) else { return true }
            let replaced = Redraw(number: 4, from: shop.start)
            return try Self.listings(shop, [first, replaced]) != Self.listings(shop, [replaced])
        }
        #expect(wrong == [])
    }

    @Test func `a redrawn schedule carries on from what was stored`() throws {
        let wrong = try RandomShop.all.faulty { shop in
            let redraws = [Redraw(number: 2, from: Self.half(shop))]
            var stored: [Offer] = []
            for cut in ScheduleCutTests.cuts(shop) {
                let firstWindow = stored.isEmpty ? shop.start : cut
                var schedule = shop.schedule(after: stored, firstWindow: firstWindow, redraws: redraws)
                stored += try schedule.extend(until: cut)
            }
            return try stored != Self.listings(shop, redraws)
        }
        #expect(wrong == [])
    }

    @Test func `listings that are drawn again keep their positions, starts and lengths`() throws {
        let wrong = try RandomShop.all.faulty { shop in
            let (stored, from) = (try shop.offers(), Self.half(shop))
            let (kept, changed) = (stored.filter { $0.start < from }, stored.filter { $0.start >= from })
            var schedule = shop.schedule(after: kept, redraws: [Redraw(number: 1, from: from)])
            let drawn = try schedule.draw(again: changed)
            func places(_ listings: [Offer]) -> [Offer] {
                listings.map { Offer(position: $0.position, start: $0.start, seconds: $0.seconds, item: "") }
            }
            return places(drawn) != places(changed)
        }
        #expect(wrong == [])
    }

    @Test func `what is drawn again keeps to no-repeat, with what was kept and among itself`() throws {
        let wrong = try RandomShop.all.filter(\.isWide).faulty { shop in
            let (stored, from) = (try shop.offers(), Self.half(shop))
            let (kept, changed) = (stored.filter { $0.start < from }, stored.filter { $0.start >= from })
            var schedule = shop.schedule(after: kept, redraws: [Redraw(number: 1, from: from)])
            let all = try kept + schedule.draw(again: changed)
            return Dictionary(grouping: all, by: \.item).values.contains { shown in
                let ordered = shown.sorted { $0.start < $1.start }
                return zip(ordered, ordered.dropFirst()).contains { $0.end + shop.rules.noRepeat > $1.start }
            }
        }
        #expect(wrong == [])
    }
}
