/// A straight line through the middles of exchanges, in which each counts as much as exchanges like it are near the
/// line.
///
/// An exchange's middle is off by half of what its two ways differ. If only one way gets longer, the middle is off by
/// half of what the round trip is longer; if both do together, it isn't off at all. Which of the two it is shows in how
/// far exchanges with long round trips are from the line: this is their noise, from which their weight follows, from
/// which the line follows, and so on a few times.
struct WeightedRegression {
    /// How far the server is ahead at ``atUs`` by the line, less ``originUs``.
    private var levelUs: Int64 = 0
    /// The slope.
    private(set) var ratePpb: Int64 = 0
    /// How far the slope can be off.
    private var deviationPpb = Self.deviationPpbAtMost
    /// How far each exchange's middle can be off the line.
    private var noisesUs: [Int64]
    /// By how much longer each round trip was than the shortest.
    private let excessesUs: [Int64]
    /// The ``Autocorrelation`` of the errors.
    private var autocorrelation: Int64 = 16

    private let passages: [Evidence.Passage]
    private let atUs: Int64
    private let originUs: Int64
    private let byExcess: [Int]

    /// No middle is nearer to the line than this.
    static let noiseUsAtLeast: Int64 = 100
    /// A noise is the mean over exchanges whose round trips are next in length, this number on each side.
    static let neighbours = 4
    /// How often the line is fitted.
    static let rounds = 4
    /// The deviation of a line through too little.
    static let deviationPpbAtMost: Int64 = 1_000_000_000
    /// The slope's deviation is multiplied by half of this, because a path's moves are no noise.
    static let deviationHalves: Int64 = 5
    /// Time within the fit is counted in these.
    static let tickUs: Int64 = 250_000
    static let noiseUsAtMost: Int64 = 262_144
    static let errorUsAtMost: Int64 = 8_388_608

    /// - Parameters:
    ///   - originUs: any offset near the passages', so that differences are small.
    ///   - rates: the rates that are possible.
    init(_ passages: [Evidence.Passage], atUs: Int64, originUs: Int64, within rates: ClosedRange<Int64>) {
        (self.passages, self.atUs, self.originUs) = (passages, atUs, originUs)
        let shortest = passages.lazy.map(\.roundTripUs).min() ?? 0
        let excessesUs = passages.map { $0.roundTripUs - shortest }
        self.excessesUs = excessesUs
        byExcess = passages.indices.sorted { (excessesUs[$0], $0) < (excessesUs[$1], $1) }
        noisesUs = excessesUs.map { Self.noise($0 / 2) }
        ratePpb = min(max(0, rates.lowerBound), rates.upperBound)
        for round in 1...Self.rounds {
            fit(within: rates)
            if round < Self.rounds { noisesUs = measuredNoises() }
        }
        autocorrelation = Autocorrelation.sixteenths(
            of: passages.indices.map { min(max(errorUs($0) * 64 / noisesUs[$0], -192), 192) })
    }

    /// By how much an exchange's middle is off the line.
    private func errorUs(_ index: Int) -> Int64 {
        let error = passages[index].offsetUs - originUs - levelUs + Corridor.moved(ageUs(index), ratePpb)
        return min(max(error, -Self.errorUsAtMost), Self.errorUsAtMost)
    }

    private func ageUs(_ index: Int) -> Int64 { atUs - passages[index].atUs }

    /// How unlikely a rate is by the slope, in parts of a ``IntegerArithmetic/bit``.
    func cost(of ppb: Int64) -> Int64 {
        let deviation = max(1, deviationPpb * IntegerArithmetic.root(autocorrelation * 16) / 16)
        return RatePrior.cost(of: ppb - ratePpb, deviationPpb: deviation * Self.deviationHalves / 2)
    }

    /// How much of a long round trip is noise, in 1024ths: the noise of the exchange with the median round trip,
    /// divided by how much longer that round trip is than the shortest one. It is 512 when only one direction gets
    /// slower, and less when both do.
    private var oneWayness: Int64 {
        let index = byExcess[passages.count / 2]
        return min(512, noisesUs[index] * 1024 / max(1, excessesUs[index]))
    }

    /// The mean of the exchanges' middles, moved to one moment by a rate, and its variance.
    func mean(ratePpb: Int64, wanderPpb: Int64) -> (us: Int64, variance: Int64) {
        let noises = passages.indices.map { index in
            let wanderedUs = ageUs(index) * wanderPpb / 1_000_000_000
            return IntegerArithmetic.root(noisesUs[index] * noisesUs[index] + wanderedUs * wanderedUs)
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
        let variance = least * least * 1024 / total * (autocorrelation + 16 * Int64(passages.count) / 9) / 16
        return (sum / total, variance + biasUs * biasUs)
    }

    /// Weights of up to 1024, by the squares of noises.
    private static func weights(_ noisesUs: [Int64], leastUs: Int64) -> [Int64] {
        noisesUs.map { noise in
            let share = 64 * leastUs / noise
            return share * share / 4
        }
    }

    private static func noise(_ us: Int64) -> Int64 { min(max(us, noiseUsAtLeast), noiseUsAtMost) }

    private mutating func fit(within rates: ClosedRange<Int64>) {
        let least = noisesUs.min() ?? Self.noiseUsAtLeast
        let weights = Self.weights(noisesUs, leastUs: least)
        let ticks = passages.indices.map { -ageUs($0) / Self.tickUs }
        let errors = passages.indices.map(errorUs)
        let total = max(1, weights.reduce(0, +))
        let middleTick = zip(weights, ticks).reduce(0) { $0 + $1.0 * $1.1 } / total
        let middleUs = zip(weights, errors).reduce(0) { $0 + $1.0 * $1.1 } / total
        var (slope, spread): (Int64, Int64) = (0, 0)
        for (index, weight) in weights.enumerated() {
            let tick = ticks[index] - middleTick
            slope += weight * tick * (errors[index] - middleUs)
            spread += weight * tick * tick
        }
        let before = ratePpb
        if spread > 0 {
            let more = IntegerArithmetic.quotient(slope, times: 1_000_000_000 / Self.tickUs, over: spread)
            ratePpb = min(max(before + more, rates.lowerBound), rates.upperBound)
            deviationPpb = min(Self.deviationPpbAtMost, 128_000 * least / max(1, IntegerArithmetic.root(spread)))
        }
        levelUs += middleUs + Corridor.moved(-middleTick * Self.tickUs, ratePpb - before)
    }

    /// The mean error of exchanges with round trips about as long, and at least as much as of those with shorter ones.
    private func measuredNoises() -> [Int64] {
        let errors = byExcess.map { abs(errorUs($0)) }
        var noises = noisesUs
        var most = Self.noiseUsAtLeast
        for (place, index) in byExcess.enumerated() {
            let near = errors[max(0, place - Self.neighbours)...min(errors.count - 1, place + Self.neighbours)]
            most = max(most, near.reduce(0, +) * 5 / (4 * Int64(near.count)))
            noises[index] = Self.noise(most)
        }
        return noises
    }
}
