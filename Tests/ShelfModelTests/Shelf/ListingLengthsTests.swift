import ShelfModel
import Testing

/// How gaps before planned starts are filled.
@Suite struct ListingLengthsTests {
    @Test(arguments: [
        (50...60, 70, 100, 60), (50...60, 100, 100, 100), (50...60, 121, 150, 120), (50...60, 49, 50, 0),
        (60...60, 61, 120, 60), (45...240, 46, 46, 46), (45...240, 241, 241, 241), (1...1, 7, 7, 7),
        (50...60, 0, 0, 0),
    ])
    func `a gap that can't be filled has a nearest on each side`(
        range: ClosedRange<Int>, gap: Int, least: Int, most: Int
    ) {
        let lengths = ListingLengths(range, looksAhead: true)
        #expect(lengths.least(atLeast: gap) == least)
        #expect(lengths.most(atMost: gap) == most)
        #expect(lengths.fill(gap) == (least == gap))
    }

    @Test(arguments: [50...60, 45...240, 7...7, 1...3, 599...601])
    func `every gap that lengths can fill is filled exactly, with lengths of the range`(range: ClosedRange<Int>) {
        let lengths = ListingLengths(range, looksAhead: true)
        var generator = KeyedGenerator(key: [UInt8](repeating: 1, count: 32), nonce: (0, 0, 0))
        for gap in 0...5000 where lengths.fill(gap) {
            var rest = gap
            while rest > 0 {
                let length = lengths.draw(filling: rest, using: &generator)
                guard range.contains(length) else {
                    Issue.record("\(length) of \(rest)")
                    return
                }
                rest -= length
            }
            #expect(rest == 0, "\(gap)")
        }
    }

    /// The lengths are numbered backwards from the planned start.
    @Test(arguments: [1, 2, 3])
    func `the lengths before a planned start are as likely as any others`(number: Int) {
        let lengths = ListingLengths(45...240, looksAhead: true)
        var generator = KeyedGenerator(key: [UInt8](repeating: 2, count: 32), nonce: (0, 0, 0))
        var counts = [Int](repeating: 0, count: 14)
        let rounds = 14_000
        for round in 0..<rounds {
            var (rest, row) = (3000 + round % 500, [Int]())
            while rest > 0 {
                row.append(lengths.draw(filling: rest, using: &generator))
                rest -= row.last!
            }
            counts[(row[row.count - number] - 45) / 14] += 1
        }
        let expected = counts.map { _ in Double(rounds) / 14 }
        #expect(abs(ChiSquare(counts: counts, expected: expected).deviation) < 4, "\(counts)")
    }
}
