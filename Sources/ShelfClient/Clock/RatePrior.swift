/// What is known of the rate before any evidence: where it is likely, and how far off that can be.
///
/// The likelihood is that of a normal distribution, down to a limit: a rate far off is unlikely, but one further off is
/// no more so, and evidence wins.
package struct RatePrior: Hashable, Codable, Sendable {
    /// By how many parts per billion the server's clock is thought to run faster than this device's.
    let ppb: Int64
    /// The standard deviation.
    let deviationPpb: Int64

    /// Quartzes in telephones are off by up to 60 ppm, whose standard deviation is 35 ppm when all are as likely.
    static let unknown = RatePrior(ppb: 0, deviationPpb: unknownDeviationPpb)
    static let unknownDeviationPpb: Int64 = 35_000
    /// No rate is less likely than 2 to the power of minus this number.
    static let costBitsAtMost: Int64 = 12
    /// The same for a rate that was learnt.
    static let learntCostBitsAtMost: Int64 = 60
    /// A rate that was learnt on this device is this far off at most; with its temperature it changes by some
    /// millionths.
    static let learntPpbOff: Int64 = 5000

    /// How unlikely a rate is, in parts of a ``IntegerArithmetic/bit``.
    func cost(of ratePpb: Int64) -> Int64 {
        let bits = self == .unknown ? Self.costBitsAtMost : Self.learntCostBitsAtMost
        return min(Self.cost(of: ratePpb - ppb, deviationPpb: deviationPpb), bits * IntegerArithmetic.bit)
    }

    /// How unlikely a normally distributed value is by its distance from the mean, in parts of a
    /// ``IntegerArithmetic/bit``.
    static func cost(of distancePpb: Int64, deviationPpb: Int64) -> Int64 {
        let sixteenths = min(abs(distancePpb) * 16 / max(1, deviationPpb), 1 << 15)
        return 3 * sixteenths * sixteenths
    }
}

extension RatePrior {
    /// Whether a prior that was read from a file can be used. Anybody may have changed the file.
    var isSound: Bool {
        let limit = Corridor.strainedRatePpbAtMost
        return (-limit...limit).contains(ppb) && (1...limit).contains(deviationPpb)
    }
}
