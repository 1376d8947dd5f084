import ShelfModel
import Testing

@Suite struct StatisticsTests {
    /// Quantiles of the chi-square distribution as printed in tables.
    @Test(arguments: [
        (3.841, 1, 1.645), (18.307, 10, 1.645), (29.588, 10, 3.090), (15.987, 10, 1.282), (124.342, 100, 1.645),
        (149.449, 100, 3.090), (1.479, 10, -3.090),
    ])
    func `a statistic is as far out as the tables say`(statistic: Double, freedom: Int, deviation: Double) {
        #expect(abs(ChiSquare(statistic: statistic, freedom: freedom).deviation - deviation) < 0.1)
    }

    @Test func `Pearson's statistic is the sum of squared surpluses over expectations`() {
        let result = ChiSquare(counts: [12, 8, 10], expected: [10, 10, 10])
        #expect(abs(result.statistic - 0.8) < 1e-12)
        #expect(result.freedom == 2)
    }

    @Test func `with the same chances at every draw the judge says what Pearson says`() {
        let weights = [1.0, 2, 3, 4]
        var random = SplitMix64(seed: 1)
        var (judge, counts) = (DrawJudge(cells: 4), [0, 0, 0, 0])
        for _ in 0..<1000 {
            let drawn = Self.draw(weights, using: &random)
            counts[drawn] += 1
            judge.note(drawn: drawn, weights: weights)
        }
        let pearson = ChiSquare(counts: counts, expected: weights.map { $0 * 100 })
        #expect(judge.verdict.freedom == 3)
        #expect(abs(judge.verdict.statistic - pearson.statistic) < 1e-6)
    }

    @Test func `the judge acquits fair draws whose chances change, and convicts unfair ones`() {
        #expect(abs(Self.changing(bias: 1)) < 4)
        #expect(Self.changing(bias: 1.3) > 8)
    }

    static func changing(bias: Double) -> Double {
        var random = SplitMix64(seed: 2)
        var judge = DrawJudge(cells: 5)
        for _ in 0..<20000 {
            let weights = (0..<5).map { _ in random.once(in: 3) ? 0 : Double.random(in: 0.1...1, using: &random) }
            guard weights.contains(where: { $0 > 0 }) else { continue }
            let biased = weights.enumerated().map { $0.offset == 2 ? $0.element * bias : $0.element }
            judge.note(drawn: Self.draw(biased, using: &random), weights: weights)
        }
        return judge.verdict.deviation
    }

    static func draw(_ weights: [Double], using random: inout SplitMix64) -> Int {
        var rest = Double.random(in: 0..<weights.reduce(0, +), using: &random)
        for (index, weight) in weights.enumerated() {
            if rest < weight { return index }
            rest -= weight
        }
        return weights.lastIndex { $0 > 0 }!
    }
}
