/// The most likely rate and offset among the possible ones; see ``Corridor``.
///
/// A rate is the more likely, the closer the bounds of each direction lie to that direction's best bound when all are
/// moved by it, the nearer it is to the slope of the ``WeightedRegression``, and the nearer to what was known before.
/// One direction is enough: whatever the other does, a queue that is empty now and then shows the rate.
struct LikelyOffset {
    let ratePpb: Int64
    /// How far the rate can be off.
    let ratePpbOff: Int64
    /// By how much the server is ahead at the fit's moment.
    let offsetUs: Int64

    /// By how much a bound of the past is worth less for its age, in the estimate.
    static let wanderPpb: Int64 = 3000
    /// How many steps a range of rates is searched in.
    static let steps: Int64 = 16
    /// The next, narrower range goes this number of steps to either side.
    static let stepsAside: Int64 = 3
    /// It is narrow enough when this number of steps is within ``farBits`` of the best.
    static let nearAtLeast = 7
    static let farBits: Int64 = 6
    /// With fewer exchanges the middle of the corridor counts alone.
    static let passagesAtLeast = 4

    init(_ evidence: Evidence, atUs: Int64, rates: ClosedRange<Int64>, prior: RatePrior) {
        let originUs = evidence.lowers[evidence.lowers.count - 1].offsetUs
        let line = WeightedRegression(evidence.passages, atUs: atUs, originUs: originUs, within: rates)
        let ways = [
            OneWayFit(evidence.uppers, atUs: atUs, originUs: originUs, sign: 1, ratePpb: line.ratePpb),
            OneWayFit(evidence.lowers, atUs: atUs, originUs: originUs, sign: -1, ratePpb: line.ratePpb),
        ]
        (ratePpb, ratePpbOff) = Self.likeliest(in: rates) { ppb in
            ways.reduce(prior.cost(of: ppb) + line.cost(of: ppb)) { $0 + $1.cost(of: ppb) }
        }
        offsetUs = originUs + Self.level(ways, line, evidence.passages.count, ratePpb, Self.wanderPpb + ratePpbOff)
    }

    /// The mean of the rates, each as likely as it is, and their mean distance from that.
    private static func likeliest(
        in rates: ClosedRange<Int64>, _ cost: (Int64) -> Int64
    ) -> (ppb: Int64, offPpb: Int64) {
        var range = rates
        while true {
            let length = range.upperBound - range.lowerBound
            let tried = (0...steps).map { range.lowerBound + length * $0 / steps }
            let costs = tried.map(cost)
            let least = costs.min() ?? 0
            let near = costs.count { $0 - least <= farBits * IntegerArithmetic.bit }
            if near >= nearAtLeast || length <= steps {
                return mean(tried, costs.map { IntegerArithmetic.half($0 - least) })
            }
            let best = tried[costs.firstIndex(of: least) ?? 0]
            let aside = length * stepsAside / steps
            range = max(rates.lowerBound, best - aside)...min(rates.upperBound, best + aside)
        }
    }

    private static func mean(_ ppbs: [Int64], _ weights: [Int64]) -> (ppb: Int64, offPpb: Int64) {
        let total = weights.reduce(0, +)
        let first = ppbs[0]
        let ppb = first + zip(ppbs, weights).reduce(0) { $0 + ($1.0 - first) * $1.1 } / total
        return (ppb, zip(ppbs, weights).reduce(0) { $0 + abs($1.0 - ppb) * $1.1 } / total)
    }

    /// Between the middle of the corridor and the mean of the exchanges' middles, nearer to which is surer.
    private static func level(
        _ ways: [OneWayFit], _ line: WeightedRegression, _ passages: Int, _ ratePpb: Int64, _ boundsPpb: Int64
    ) -> Int64 {
        let middleUs = (ways[0].bestUs(ratePpb, boundsPpb) - ways[1].bestUs(ratePpb, boundsPpb)) / 2
        guard passages >= passagesAtLeast else { return middleUs }
        var variance = ways.reduce(1) { $0 + $1.gapUs(ratePpb) * $1.gapUs(ratePpb) / 4 }
        var mean = line.mean(ratePpb: ratePpb, wanderPpb: wanderPpb)
        while variance + mean.variance >= 1 << 26 { (variance, mean.variance) = (variance / 2, mean.variance / 2) }
        let share = variance * 1024 / max(1, variance + mean.variance)
        return middleUs + (mean.us - middleUs) * share / 1024
    }
}
