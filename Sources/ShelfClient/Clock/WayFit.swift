/// The bounds of one direction, turned so that the least is the best, and moved to one moment by a rate.
struct WayFit {
    private let offsetsUs: [Int64]
    private let agesUs: [Int64]
    private let sign: Int64
    /// Distances from the best bound that are shorter than this count alike.
    private let closeUs: Int64

    /// - Parameters:
    ///   - sign: 1 for upper bounds, −1 for lower ones.
    ///   - ratePpb: about the rate, by which it is found how close bounds lie.
    init(_ bounds: [Evidence.Bound], atUs: Int64, originUs: Int64, sign: Int64, ratePpb: Int64) {
        let offsetsUs = bounds.map { ($0.offsetUs - originUs) * sign }
        let agesUs = bounds.map { atUs - $0.atUs }
        (self.offsetsUs, self.agesUs, self.sign) = (offsetsUs, agesUs, sign)
        let sorted = Self.excesses(Self.moved(offsetsUs, agesUs, ratePpb * sign)).sorted()
        closeUs = max(LikelyOffset.closeUs, sorted[sorted.count / Int(labTau)])
    }

    /// How unlikely it is that bounds lie as they do at a rate, in parts of a ``Whole/bit``.
    func cost(of ratePpb: Int64) -> Int64 {
        let excesses = Self.excesses(Self.moved(offsetsUs, agesUs, ratePpb * sign))
        return excesses.reduce(0) { $0 + Whole.log2(closeUs + $1) - Whole.log2(closeUs) } * labLam / 10
    }

    /// The best bound, where each has become worse by a wander.
    func bestUs(_ ratePpb: Int64, _ wanderPpb: Int64) -> Int64 {
        Self.moved(offsetsUs, agesUs, ratePpb * sign + wanderPpb).min() ?? 0
    }

    /// How far the best bounds are apart.
    func gapUs(_ ratePpb: Int64) -> Int64 {
        let sorted = Self.excesses(Self.moved(offsetsUs, agesUs, ratePpb * sign)).sorted()
        let place = min(LikelyOffset.gaps, sorted.count - 1)
        return place > 0 ? sorted[place] / Int64(place) : 0
    }

    private static func moved(_ offsetsUs: [Int64], _ agesUs: [Int64], _ ppb: Int64) -> [Int64] {
        offsetsUs.indices.map { offsetsUs[$0] + agesUs[$0] * ppb / 1_000_000_000 }
    }

    private static func excesses(_ movedUs: [Int64]) -> [Int64] {
        let best = movedUs.min() ?? 0
        return movedUs.map { $0 - best }
    }
}

extension PassageLine {
    /// The mean of the exchanges' middles, moved to one moment by a rate, and its variance.
    func mean(ratePpb: Int64, wanderPpb: Int64) -> (us: Int64, variance: Int64) {
        let noises = passages.indices.map { index in
            let wanderedUs = ageUs(index) * wanderPpb / 1_000_000_000
            return Whole.root(noisesUs[index] * noisesUs[index] + wanderedUs * wanderedUs)
        }
        let least = noises.min() ?? 1
        let weights = Self.weights(noises, leastUs: least)
        let total = weights.reduce(0, +)
        var (sum, excess): (Int64, Int64) = (0, 0)
        for (index, weight) in weights.enumerated() {
            sum += weight * (passages[index].offsetUs - originUs + Corridor.moved(ageUs(index), ratePpb))
            excess += weight * excessesUs[index]
        }
        let biasUs = excess / total * oneWayness / 1024
        let variance = least * least * 1024 / total * (likeness + 16 * Int64(passages.count) / 9) / 16
        return (sum / total, variance + biasUs * biasUs)
    }
}
