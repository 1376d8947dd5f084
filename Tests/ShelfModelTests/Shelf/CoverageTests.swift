import ShelfModel
import Testing

@Suite struct CoverageTests {
    static func listing(_ position: Int, _ start: Int64, _ seconds: Int) -> Listing {
        Listing(position: position, start: Instant(milliseconds: start * 1000), seconds: seconds, item: "x")
    }

    static func fault(_ listings: [Listing], positions: Int = 1, steady: Int? = nil) -> Coverage.Fault? {
        let span = Instant(milliseconds: 100_000)..<Instant(milliseconds: 200_000)
        do {
            try Coverage.check(listings, positions: positions, steady: steady, span: span)
            return nil
        } catch { return error }
    }

    @Test func `listings that follow each other from before the span to after it cover it`() {
        #expect(Self.fault([Self.listing(0, 90, 20), Self.listing(0, 110, 100)]) == nil)
        #expect(Self.fault([Self.listing(0, 100, 100)]) == nil)
    }

    @Test(
        arguments: [
            ([listing(0, 101, 99)], 100), ([listing(0, 100, 99)], 199),
            ([listing(0, 90, 20), listing(0, 111, 100)], 110), ([], 100),
        ] as [([Listing], Int64)])
    func `a gap is told with its beginning`(listings: [Listing], second: Int64) {
        #expect(Self.fault(listings) == .gap(position: 0, at: Instant(milliseconds: second * 1000)))
    }

    @Test func `an overlap is told with its beginning`() {
        let listings = [Self.listing(0, 90, 20), Self.listing(0, 109, 100)]
        #expect(Self.fault(listings) == .overlap(position: 0, at: Instant(milliseconds: 109_000)))
    }

    @Test func `every position must be covered`() {
        let listings = [Self.listing(0, 90, 200), Self.listing(2, 90, 200)]
        #expect(Self.fault(listings, positions: 3) == .gap(position: 1, at: Instant(milliseconds: 100_000)))
    }

    @Test func `positions beyond the steady ones may come, pause and go, but not overlap`() {
        let steady = Self.listing(0, 90, 200)
        let comings = [Self.listing(1, 110, 20), Self.listing(1, 150, 20)]
        #expect(Self.fault([steady] + comings, positions: 2, steady: 1) == nil)
        #expect(
            Self.fault(comings, positions: 2, steady: 1) == .gap(position: 0, at: Instant(milliseconds: 100_000)))
        #expect(
            Self.fault([steady], positions: 2, steady: 1) == .gap(position: 1, at: Instant(milliseconds: 100_000)))
        #expect(Self.fault([steady, Self.listing(2, 110, 20)], positions: 3, steady: 1) == nil)
        #expect(
            Self.fault([steady, comings[1], Self.listing(1, 169, 9)], positions: 2, steady: 1)
                == .overlap(position: 1, at: Instant(milliseconds: 169_000)))
    }
}
