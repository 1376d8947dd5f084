/// The proven bounds of the offset between the server's clock and this device's, and the rates at which it may change.
///
/// The model is that the offset changes at a constant rate `b`, give or take a wander `w`. Then each bound of the past
/// gives a bound for now, moved by `b` and loosened by `w` for its age:
///
///     U(b) = min (upper + (b + w) · age)        L(b) = max (lower + (b − w) · age)
///
/// A rate is possible when no two bounds contradict each other. The offset is proven to be within the bounds of all
/// possible rates together. The estimate is the middle between the bounds at the rate for which they are widest apart,
/// because at that rate the network's delays were as constant as they can have been.
struct Corridor: Hashable, Codable, Sendable {
    /// This device's time for which the offsets are given.
    let atUs: Int64
    /// By how many parts per billion the server's clock may run faster than this device's.
    let rates: ClosedRange<Int64>
    /// The smallest of ``wandersPpb`` for which a rate is possible.
    let wanderPpb: Int64
    /// The rate of the estimate.
    let ratePpb: Int64
    private let leastUs: Int64
    private let mostUs: Int64
    private let middleUs: Int64

    /// No two quartz clocks differ by more, in parts per billion.
    static let ratePpbAtMost: Int64 = 300_000
    /// The estimate's rate is looked for here, unless it is proven to be outside. Quartz clocks on sale are no worse.
    static let likelyPpb: ClosedRange<Int64> = -100_000...100_000
    /// How much a rate may wander, in parts per billion: from a quartz at rest to one that is being warmed up.
    static let wandersPpb: [Int64] = [1500, 3000, 6000, 12_000, 20_000]
    /// The wander for the time beyond the evidence's memory, in which nothing is known of the rate.
    static let coldWanderPpb: Int64 = 20_000
    /// Gaps between bounds are cut to this, because arithmetic with larger ones could overflow. Bounds so far apart
    /// contradict each other at any age.
    private static let gapUsAtMost: Int64 = 9_000_000_000

    /// `nil` when no rate agrees with the evidence, or when there is no bound of one direction.
    init?(_ evidence: Evidence) {
        guard let atUs = evidence.newestUs, !evidence.uppers.isEmpty, !evidence.lowers.isEmpty,
            let (rates, wanderPpb) = Self.possible(evidence)
        else { return nil }
        let fit = CorridorFit(evidence: evidence, atUs: atUs, wanderPpb: wanderPpb)
        let likely = LikelyOffset(evidence, atUs: atUs, rates: rates, prior: .unknown)
        self.atUs = atUs
        self.rates = rates
        self.wanderPpb = wanderPpb
        ratePpb = likely.ratePpb
        mostUs = fit.upper(at: rates.upperBound).us
        leastUs = fit.lower(at: rates.lowerBound).us
        middleUs = min(max(likely.offsetUs, leastUs), mostUs)
    }

    /// The likely rates among those that are possible; all of them if none is likely.
    private static func likely(_ rates: ClosedRange<Int64>) -> ClosedRange<Int64> {
        rates.overlaps(likelyPpb) ? rates.clamped(to: likelyPpb) : rates
    }

    /// The estimate: the server's time minus this device's.
    func offsetUs(at localUs: Int64) -> Int64 {
        middleUs + Self.moved(localUs - atUs, ratePpb)
    }

    /// The bounds between which ``offsetUs(at:)`` is proven to be.
    func boundsUs(at localUs: Int64) -> ClosedRange<Int64> {
        let age = abs(localUs - atUs)
        let wander = Self.grown(age, wanderPpb) + Self.grown(max(0, age - Evidence.memoryUs), Self.coldWanderPpb)
        let rates = localUs >= atUs ? self.rates : -rates.upperBound...(-rates.lowerBound)
        let least = leastUs + Self.moved(age, rates.lowerBound) - wander - 1
        let most = mostUs + Self.moved(age, rates.upperBound) + wander + 1
        return min(least, most)...max(least, most)
    }

    /// The rates for which no two bounds contradict each other, with the smallest wander that allows one.
    private static func possible(_ evidence: Evidence) -> (rates: ClosedRange<Int64>, wanderPpb: Int64)? {
        var (least, most) = (-strainedRatePpbAtMost, strainedRatePpbAtMost)
        for lower in evidence.lowers {
            for upper in evidence.uppers {
                let gap = min(max(lower.offsetUs - upper.offsetUs, -gapUsAtMost), gapUsAtMost)
                let age = lower.atUs - upper.atUs
                if age == 0, gap > 0 { return nil }
                if age > 0 { least = max(least, gap * 1_000_000_000 / age - 1) }
                if age < 0 { most = min(most, gap * 1_000_000_000 / age + 1) }
            }
        }
        let neededPpb = max(0, (least - most + 1) / 2)
        guard neededPpb <= neededWanderPpbAtMost else { return nil }
        let wander = max(baseWanderPpb, neededPpb * wanderFactor)
        let isLikely = least <= likelyPpb.upperBound && most >= likelyPpb.lowerBound
        let limit = isLikely ? ratePpbAtMost : strainedRatePpbAtMost
        let lowest = max(-limit, least - wander)
        let highest = min(limit, most + wander)
        return lowest <= highest ? (lowest...highest, wander) : nil
    }
    static let baseWanderPpb: Int64 = labBase
    static let neededWanderPpbAtMost: Int64 = 20_000
    static let wanderFactor: Int64 = labFactor
    static let strainedRatePpbAtMost: Int64 = 1_000_000

    /// By how much a clock with this rate moves in a time. The product is taken in two parts, because for years of
    /// microseconds it doesn't fit into 64 bits.
    static func moved(_ ageUs: Int64, _ ppb: Int64) -> Int64 {
        let (seconds, rest) = ageUs.quotientAndRemainder(dividingBy: 1_000_000_000)
        return seconds * ppb + rest * ppb / 1_000_000_000
    }

    private static func grown(_ ageUs: Int64, _ ppb: Int64) -> Int64 {
        let (seconds, rest) = ageUs.quotientAndRemainder(dividingBy: 1_000_000_000)
        return seconds * ppb + (rest * ppb + 999_999_999) / 1_000_000_000
    }
}

extension Corridor {
    /// Whether a corridor that was read from a file can be true. Anybody may have changed the file.
    var isSound: Bool {
        let stamps = [atUs, leastUs, mostUs, middleUs]
        return stamps.allSatisfy { $0.magnitude < Exchange.stampUsAtMost } && atUs >= 0 && leastUs <= mostUs
            && (-Self.ratePpbAtMost...Self.ratePpbAtMost).contains(ratePpb)
            && rates.lowerBound >= -Self.ratePpbAtMost && rates.upperBound <= Self.ratePpbAtMost
            && Self.wandersPpb.contains(wanderPpb)
    }
}

import Foundation
nonisolated(unsafe) package var labBase: Int64 = Int64(ProcessInfo.processInfo.environment["BASE"] ?? "8000")!
nonisolated(unsafe) package var labFactor: Int64 = Int64(ProcessInfo.processInfo.environment["FACTOR"] ?? "2")!
func env(_ s: String, _ d: Int64) -> Int64 { Int64(ProcessInfo.processInfo.environment[s] ?? "\(d)")! }
nonisolated(unsafe) let labReg: Int64 = env("REG", 2)
nonisolated(unsafe) let labPrior: Int64 = env("PRIOR", 40_000)
nonisolated(unsafe) let labGauss: Int64 = env("GAUSS", 0)
nonisolated(unsafe) let labLam: Int64 = env("LAM", 6)
nonisolated(unsafe) let labW: Int64 = env("WEST", 5000)
nonisolated(unsafe) let labTau: Int64 = env("TAU", 4)
