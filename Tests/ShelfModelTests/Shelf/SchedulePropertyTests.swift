import ShelfModel
import Testing

/// What holds for every schedule, tried on a thousand random catalogues and rule sets.
@Suite struct SchedulePropertyTests {
    @Test func `each position's listings follow each other without gap or overlap`() throws {
        let wrong = try RandomShop.all.faulty { shop in
            let listings = try shop.offers()
            do {
                try Coverage.check(listings, positions: shop.rules.positions, span: shop.start..<shop.end)
                return false
            } catch { return true }
        }
        #expect(wrong == [])
    }

    @Test func `a listing lasts as long as the rules allow and starts on a whole second`() throws {
        let wrong = try RandomShop.all.faulty { shop in
            try shop.offers().contains { listing in
                !shop.rules.shelfLife.contains(listing.seconds) || listing.start.milliseconds % 1000 != 0
                    || !(0..<shop.rules.positions).contains(listing.position)
            }
        }
        #expect(wrong == [])
    }

    @Test func `listings are drawn in the order of their starts`() throws {
        let wrong = try RandomShop.all.faulty { shop in
            let keys = try shop.offers().map { ($0.start, $0.position) }
            return zip(keys, keys.dropFirst()).contains { $0 >= $1 }
        }
        #expect(wrong == [])
    }

    @Test func `every item drawn is one that the rules allow at its start`() throws {
        let wrong = try RandomShop.all.faulty { shop in
            var oracle = Oracle(shop)
            return try shop.offers().contains { oracle.candidates(for: $0)[$0.item] == nil }
        }
        #expect(wrong == [])
    }

    @Test func `where the choice is wide enough, no item comes back within no-repeat or stands twice at once`() throws {
        let wide = RandomShop.all.filter(\.isWide)
        #expect(wide.count > 300)
        let wrong = try wide.faulty { shop in
            let byItem = Dictionary(grouping: try shop.offers(), by: \.item)
            return byItem.values.contains { listings in
                zip(listings, listings.dropFirst()).contains { $1.start - $0.end < shop.rules.noRepeat }
            }
        }
        #expect(wrong == [])
    }

    @Test func `the same seed, catalogue and rules give the same schedule`() throws {
        #expect(try RandomShop.all.faulty { try $0.offers() != RandomShop(number: $0.number).offers() } == [])
    }

    @Test func `another seed gives another schedule`() throws {
        let same = try RandomShop.all.faulty { shop in
            try shop.offers() == RandomShop(shop, seed: .sample(shop.number * 7 + shop.number / 256 + 1)).offers()
        }
        #expect(same == [])
    }

    @Test func `a schedule's end is where its first uncovered position stands`() throws {
        let wrong = try RandomShop.all.prefix(100).faulty { shop in
            var schedule = shop.schedule()
            let listings = try schedule.extend(until: shop.end)
            let ends = Dictionary(grouping: listings, by: \.position).compactMapValues(\.last?.end)
            return schedule.end != ends.values.min() || schedule.end < shop.end
        }
        #expect(wrong == [])
    }
}
