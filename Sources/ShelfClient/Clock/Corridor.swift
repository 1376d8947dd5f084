/// The proven bounds of the offset between the server's clock and this device's, and the rates at which it may change.
///
/// The model is that the offset changes at a constant rate `b`, give or take a wander `w`. Then each bound of the past
/// gives a bound for now, moved by `b` and loosened by `w` for its age:
///
///     U(b) = min (upper + (b + w) · age)        L(b) = max (lower + (b − w) · age)
///
/// A rate is possible when no two bounds contradict each other. The offset is proven to be within the bounds of all
/// possible rates together. The estimate is the ``LikelyOffset`` among them, and proves nothing.
///
/// The proof assumes that the rate is at most ``ratePpbAtMost`` and wanders by at most ``baseWanderPpb``. Where the
/// evidence shows that this isn't so, more is allowed for than it shows, and the corridor is strained.
struct Corridor: Hashable, Codable, Sendable {
    /// This device's time for which the offsets are given.
    let atUs: Int64
    /// By how many parts per billion the server's clock may run faster than this device's.
    let rates: ClosedRange<Int64>
    /// By how much the rate may wander.
    let wanderPpb: Int64
    /// Whether the clocks have been seen to run otherwise than is assumed of clocks.
    let isStrained: Bool
    /// The rate of the estimate.
    let ratePpb: Int64
    /// About how far the estimate's rate can be off.
    let ratePpbOff: Int64
    private let leastUs: Int64
    private let mostUs: Int64
    private let middleUs: Int64

    /// No two quartz clocks differ by more, in parts per billion, unless the evidence shows that they do.
    static let ratePpbAtMost: Int64 = 300_000
    /// Quartz clocks on sale are no worse. Where the evidence shows a rate beyond, ``strainedRatePpbAtMost`` is
    /// allowed.
    static let likelyPpb: ClosedRange<Int64> = -100_000...100_000
    /// The limit for clocks that aren't as clocks should be. Beyond it, something has jumped.
    static let strainedRatePpbAtMost: Int64 = 1_000_000
    /// How much a rate may wander in the evidence's memory, in parts per billion, to either side: a quartz that is
    /// warmed from 25 °C to 45 °C changes by 16 ppm.
    static let baseWanderPpb: Int64 = 8000
    /// Where the evidence needs a wander to be without contradictions, this multiple of it is allowed.
    static let wanderFactor: Int64 = 2
    /// A wander that is needed beyond this means that something has jumped.
    static let neededWanderPpbAtMost: Int64 = 20_000
    /// The wander for the time beyond the evidence's memory, in which nothing is known of the rate.
    static let coldWanderPpb: Int64 = 20_000
    /// Gaps between bounds are cut to this, because arithmetic with larger ones could overflow. Bounds so far apart
    /// contradict each other at any age.
    private static let gapUsAtMost: Int64 = 9_000_000_000

    /// `nil` when no rate agrees with the evidence, or when there is no bound of one direction.
    ///
    /// - Parameters:
    ///   - prior: what was known of the rate before the evidence.
    ///   - isStrained: whether clocks have run otherwise than assumed a short time ago.
    init?(_ evidence: Evidence, prior: RatePrior = .unknown, isStrained: Bool = false) {
        guard let atUs = evidence.newestUs, !evidence.uppers.isEmpty, !evidence.lowers.isEmpty,
            let possible = Self.possible(evidence, isStrained)
        else { return nil }
        let fit = CorridorFit(evidence: evidence, atUs: atUs, wanderPpb: possible.wanderPpb)
        let likely = LikelyOffset(evidence, atUs: atUs, rates: possible.rates, prior: prior)
        self.atUs = atUs
        rates = possible.rates
        wanderPpb = possible.wanderPpb
        self.isStrained = possible.isStrained
        (ratePpb, ratePpbOff) = (likely.ratePpb, likely.ratePpbOff)
        mostUs = fit.upperUs(at: rates.upperBound)
        leastUs = fit.lowerUs(at: rates.lowerBound)
        middleUs = min(max(likely.offsetUs, leastUs), mostUs)
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

    /// The rates for which no two bounds contradict each other, with the wander that is allowed.
    private static func possible(
        _ evidence: Evidence, _ wasStrained: Bool
    ) -> (rates: ClosedRange<Int64>, wanderPpb: Int64, isStrained: Bool)? {
        guard let (least, most) = slopes(evidence) else { return nil }
        let needed = max(0, (least - most) / 2 + 2)
        guard needed <= neededWanderPpbAtMost else { return nil }
        let isLikely = least <= likelyPpb.upperBound && most >= likelyPpb.lowerBound
        let isStrained = wasStrained || !isLikely || needed * wanderFactor > baseWanderPpb
        let wander = max(wasStrained ? neededWanderPpbAtMost : baseWanderPpb, needed * wanderFactor)
        let limit = isLikely && !wasStrained ? ratePpbAtMost : strainedRatePpbAtMost
        let (lowest, highest) = (max(-limit, least - wander), min(limit, most + wander))
        return lowest <= highest ? (lowest...highest, wander, isStrained) : nil
    }

    /// The least and the most rate by pairs of bounds, without any wander; `nil` when two bounds of one moment
    /// contradict each other. The least is more than the most when the rate has changed.
    private static func slopes(_ evidence: Evidence) -> (least: Int64, most: Int64)? {
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
        return (least, most)
    }

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
        let limit = Self.strainedRatePpbAtMost
        return stamps.allSatisfy { $0.magnitude < Exchange.stampUsAtMost } && atUs >= 0 && leastUs <= mostUs
            && (-limit...limit).contains(ratePpb) && (0...2 * limit).contains(ratePpbOff)
            && rates.lowerBound >= -limit && rates.upperBound <= limit
            && (0...Self.neededWanderPpbAtMost * Self.wanderFactor).contains(wanderPpb)
    }
}
