import ShelfConfiguration
import ShelfModel
import Testing

/// Which items may appear where and when, as days of the sample's schedule show.
@Suite struct SampleScheduleTests {
    private let sample = Sample.standard
    private static let festive: Set = ["festive"]
    private static let fiveMonthsOld: Set = [
        "brass-compass", "pressed-fern", "travel-chess", "night-radio", "wax-seal", "kite-spool", "linen-apron",
        "cloud-atlas",
    ]
    private static let sevenMonthsOld: Set = [
        "moth-lamp", "ship-in-a-bottle", "singing-saw", "pocket-sundial", "sea-glass", "tin-robot", "marbled-paper",
        "double-six",
    ]

    @Test func `five-month-old items are never in vintage, though their sets are`() throws {
        let vintage = sample.store("vintage").rules
        for id in Self.fiveMonthsOld {
            let item = try #require(sample.configuration.content.catalogue[id])
            #expect(vintage.choice.include.sets?.contains(item.set) == true)
        }
        for number in 0..<3 {
            let shown = try sample.offers("vintage", from: Sample.start, number: UInt64(number)).map(\.1.id)
            #expect(Self.fiveMonthsOld.isDisjoint(with: shown))
        }
    }

    @Test func `seven-month-old items are in vintage`() throws {
        let shown = Set(try sample.offers("vintage", from: Sample.start).map(\.1.id))
        #expect(Self.sevenMonthsOld.isSubset(of: shown))
    }

    @Test func `five-month-old items come into vintage when they are six months old`() throws {
        let later = CalendarDate(Sample.start).adding(months: 3).start()
        let shown = Set(try sample.offers("vintage", from: later).map(\.1.id))
        #expect(Self.fiveMonthsOld.isSubset(of: shown))
    }

    @Test(arguments: [day(2026, 11, 21), day(2026, 12, 24), day(2027, 5, 24), day(2027, 6, 30)])
    func `vintage shows nothing but what is old enough and of its sets`(date: CalendarDate) throws {
        let choice = sample.store("vintage").rules.choice.include
        for (offer, item) in try sample.offers("vintage", from: date.start()) {
            let birthday = CalendarAge(months: 6).reached(from: item.released.instant(in: .utc), in: .utc)
            #expect(birthday <= offer.start)
            #expect(choice.sets?.contains(item.set) == true)
            #expect(!["axe", "joystick"].contains(item.id))
        }
    }

    @Test(arguments: ["main", "bazaar"])
    func `nothing appears before its release`(store: String) throws {
        for number in 0..<3 {
            for (offer, item) in try sample.offers(store, from: Sample.start, hours: 1, number: UInt64(number)) {
                #expect(item.released.instant(in: .utc) <= offer.start)
            }
        }
    }

    @Test func `what is released while one watches is seen in main within minutes`() throws {
        let coming = sample.configuration.content.catalogue.items.filter {
            $0.set == "new arrivals" && $0.released.instant(in: .utc) > Sample.start
        }
        #expect(coming.count >= 10)
        for number in 0..<5 {
            let offers = try sample.offers("main", from: Sample.start, hours: 1, number: UInt64(number))
            for item in coming {
                let first = try #require(offers.first { $0.1.id == item.id }?.0.start)
                #expect(first - item.released.instant(in: .utc) < .minutes(10))
            }
        }
    }

    @Test(arguments: ["main", "bazaar"])
    func `festive things all but vanish outside December`(store: String) throws {
        let november = try sample.share(of: Self.festive, in: store, on: day(2026, 11, 25))
        let december = try sample.share(of: Self.festive, in: store, on: day(2026, 12, 10))
        let january = try sample.share(of: Self.festive, in: store, on: day(2027, 1, 10))
        #expect(december > 0.008)
        #expect(november < december / 10)
        #expect(january < december / 10)
    }

    @Test func `the tree is everywhere at Christmas`() throws {
        func trees(_ date: CalendarDate) throws -> Int {
            try (0..<4).reduce(0) { count, number in
                try count
                    + sample.offers("main", from: date.start(), number: number)
                    .count { $0.1.id == "christmas-tree" }
            }
        }
        #expect(try trees(day(2026, 12, 25)) > 3 * trees(day(2026, 12, 23)))
    }

    @Test func `the largest sets come often, since they take long to complete`() throws {
        let items = sample.configuration.content.catalogue.items
        func share(ofEachIn set: String) throws -> Double {
            try sample.share(of: [set], in: "main", on: day(2026, 11, 25)) / Double(items.count { $0.set == set })
        }
        #expect(try share(ofEachIn: "sky") > 1.4 * share(ofEachIn: "sea"))
    }
}
