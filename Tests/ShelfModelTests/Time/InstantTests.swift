import ShelfModel
import Testing

@Suite struct InstantTests {
    @Test(arguments: [
        (1999, 1000, 2000), (2000, 2000, 2000), (2001, 2000, 3000), (0, 0, 0),
        (-1, -1000, 0), (-1000, -1000, -1000), (-1001, -2000, -1000),
    ])
    func `an instant is floored and ceiled to whole seconds, also before 1970`(
        milliseconds: Int64, floor: Int64, ceiling: Int64
    ) {
        let instant = Instant(milliseconds: milliseconds)
        #expect(instant.floored(to: .seconds(1)).milliseconds == floor)
        #expect(instant.ceiled(to: .seconds(1)).milliseconds == ceiling)
    }

    @Test func `spans are added, taken away and measured`() {
        let noon = Instant(milliseconds: 1_772_366_400_000)
        #expect((noon + .minutes(2)).milliseconds == 1_772_366_520_000)
        #expect((noon - .days(1)).milliseconds == 1_772_280_000_000)
        #expect(noon - (noon + .seconds(3)) == .milliseconds(-3000))
        #expect(noon < noon + .milliseconds(1))
    }

    @Test func `the distant past and future leave room for sums`() {
        #expect(Instant.distantPast - .days(400_000) < Instant(milliseconds: 0) - .days(400_000))
        #expect(Instant.distantFuture + .days(400_000) > .distantFuture)
    }
}
