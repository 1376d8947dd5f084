import Foundation

/// How far counts are from what was expected, in standard deviations of what chance would do.
struct ChiSquare {
    var statistic = 0.0
    var freedom = 0

    init(statistic: Double, freedom: Int) {
        self.statistic = statistic
        self.freedom = freedom
    }

    /// Pearson's statistic of counts whose expectations are known.
    init(counts: [Int], expected: [Double]) {
        statistic = zip(counts, expected).reduce(0) { sum, pair in
            let surplus = Double(pair.0) - pair.1
            return sum + surplus * surplus / pair.1
        }
        freedom = counts.count - 1
    }

    /// What a standard normal value would be as unlikely (Wilson and Hilferty, "The Distribution of Chi-square").
    ///
    /// Over 4 happens by chance once in 30,000 times; under -4 is too good to be true.
    var deviation: Double {
        guard freedom > 0 else { return 0 }
        let spread = 2 / (9 * Double(freedom))
        return (cbrt(statistic / Double(freedom)) - (1 - spread)) / spread.squareRoot()
    }

    static func + (left: ChiSquare, right: ChiSquare) -> ChiSquare {
        ChiSquare(statistic: left.statistic + right.statistic, freedom: left.freedom + right.freedom)
    }
}
