/// What is known of the rate before any evidence: where it is likely, and how far off that can be.
///
/// It counts as a Cauchy distribution, so that strong evidence for another rate wins.
package struct RatePrior: Hashable, Codable, Sendable {
    /// By how many parts per billion the server's clock is thought to run faster than this device's.
    let ppb: Int64
    /// Half of the probability is within this distance.
    let deviationPpb: Int64

    /// Quartzes in telephones are off by some tens of millionths.
    static let unknown = RatePrior(ppb: 0, deviationPpb: labPrior)

    /// How unlikely a rate is, in parts of a ``Whole/bit``.
    func cost(of ratePpb: Int64) -> Int64 {
        let sixteenths = min(abs(ratePpb - ppb) * 16 / deviationPpb, 1 << 15)
        if labGauss > 0 { return 3 * sixteenths * sixteenths }
        return Whole.log2(256 + sixteenths * sixteenths) - Whole.log2(256)
    }
}
