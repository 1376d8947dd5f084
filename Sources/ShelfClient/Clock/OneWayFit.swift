/// The bounds of one direction, turned so that the least is the best, to be moved to one moment by a rate.
struct OneWayFit {
    private let offsetsUs: [Int64]
    private let agesUs: [Int64]
    private let sign: Int64
    /// Distances from the best bound that are shorter than this count alike.
    private let closeUs: Int64
    /// The ``Autocorrelation`` of the delays.
    private let autocorrelation: Int64

    /// Distances from the best bound that are shorter always count alike, because delays are never constant.
    static let closeUsAtLeast: Int64 = 150
    /// One in this number of bounds is close.
    static let closeShare = 6
    /// How the bounds lie counts by this number of fifths, because the best bound is one of them.
    static let costFifths: Int64 = 4
    /// The distance between the best bound and the next ones is measured by this one.
    static let gaps = 4

    /// - Parameters:
    ///   - sign: 1 for upper bounds, −1 for lower ones.
    ///   - ratePpb: about the rate, by which it is found how close bounds lie.
    init(_ bounds: [Evidence.Bound], atUs: Int64, originUs: Int64, sign: Int64, ratePpb: Int64) {
        let offsetsUs = bounds.map { ($0.offsetUs - originUs) * sign }
        let agesUs = bounds.map { atUs - $0.atUs }
        (self.offsetsUs, self.agesUs, self.sign) = (offsetsUs, agesUs, sign)
        let excesses = Self.excesses(offsetsUs, agesUs, ratePpb * sign)
        let close = max(Self.closeUsAtLeast, excesses.sorted()[excesses.count / Self.closeShare])
        let sizes = excesses.map { IntegerArithmetic.log2(close + $0) }
        let mean = sizes.reduce(0, +) / Int64(sizes.count)
        (closeUs, autocorrelation) = (close, Autocorrelation.sixteenths(of: sizes.map { $0 - mean }))
    }

    /// How unlikely it is that bounds lie as they do at a rate, in parts of a ``IntegerArithmetic/bit``.
    func cost(of ratePpb: Int64) -> Int64 {
        let least = IntegerArithmetic.log2(closeUs)
        let cost = Self.excesses(offsetsUs, agesUs, ratePpb * sign).reduce(0) {
            $0 + IntegerArithmetic.log2(closeUs + $1) - least
        }
        return cost * Self.costFifths * 16 / (5 * autocorrelation)
    }

    /// The best bound, where each has become worse by a wander.
    func bestUs(_ ratePpb: Int64, _ wanderPpb: Int64) -> Int64 {
        Self.moved(offsetsUs, agesUs, ratePpb * sign + wanderPpb).min() ?? 0
    }

    /// How far the best bounds are apart.
    func gapUs(_ ratePpb: Int64) -> Int64 {
        let sorted = Self.excesses(offsetsUs, agesUs, ratePpb * sign).sorted()
        let place = min(Self.gaps, sorted.count - 1)
        return place > 0 ? sorted[place] / Int64(place) : 0
    }

    private static func moved(_ offsetsUs: [Int64], _ agesUs: [Int64], _ ppb: Int64) -> [Int64] {
        offsetsUs.indices.map { offsetsUs[$0] + agesUs[$0] * ppb / 1_000_000_000 }
    }

    /// How far each bound is from the best.
    private static func excesses(_ offsetsUs: [Int64], _ agesUs: [Int64], _ ppb: Int64) -> [Int64] {
        let moved = moved(offsetsUs, agesUs, ppb)
        let best = moved.min() ?? 0
        return moved.map { $0 - best }
    }
}
