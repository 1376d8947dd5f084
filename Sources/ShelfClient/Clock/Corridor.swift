/// Between which bounds the server's clock is ahead of ours, and at which rate that changes.
///
/// The model is that the offset changes at a rate `b`, give or take a wander `w`. Then each
/// bound of the past is a bound of today, moved by `b` and loosened by `w` for its age, and
/// a rate is possible when no two bounds contradict each other:
///
///     U(b) = min (upper + (b + w) · age)        L(b) = max (lower + (b − w) · age)
///
/// What all possible rates allow is proven. The estimate is the middle at the rate that
/// leaves the corridor widest: delays then were as constant as they can have been.
struct Corridor: Hashable, Codable, Sendable {
    /// The moment here that the offsets are given for.
    let atUs: Int64
    /// Parts per billion by which the server's clock may run faster.
    let rates: ClosedRange<Int64>
    let wanderPpb: Int64
    /// The rate of the estimate.
    let ratePpb: Int64
    private let leastUs: Int64
    private let mostUs: Int64
    private let middleUs: Int64

    /// More than two quartzes are apart.
    static let ratePpbAtMost: Int64 = 300_000
    /// Where the estimate looks for the rate, unless it is proven to be beyond; quartzes that are sold are no worse.
    static let likelyPpb: ClosedRange<Int64> = -100_000...100_000
    /// A quartz at rest first; one that is being warmed last.
    static let wandersPpb: [Int64] = [1500, 3000, 6000, 12_000, 20_000]
    /// Beyond the memory a rate may have changed by as much as rates do.
    static let coldWanderPpb: Int64 = 20_000
    /// Bounds further apart contradict each other whatever their age; sums of them might overflow.
    private static let gapUsAtMost: Int64 = 9_000_000_000

    /// `nil` when no rate makes the evidence true, or when one direction has none.
    init?(_ evidence: Evidence) {
        guard let atUs = evidence.newestUs, !evidence.uppers.isEmpty, !evidence.lowers.isEmpty,
            let (rates, wanderPpb) = Self.possible(evidence)
        else { return nil }
        let fit = Fit(evidence: evidence, atUs: atUs, wanderPpb: wanderPpb)
        let ratePpb = fit.widest(in: Self.likely(rates))
        self.atUs = atUs
        self.rates = rates
        self.wanderPpb = wanderPpb
        self.ratePpb = ratePpb
        mostUs = fit.upper(at: rates.upperBound).us
        leastUs = fit.lower(at: rates.lowerBound).us
        middleUs = fit.middleUs(at: ratePpb)
    }

    /// The likely rates among those that are possible; all of them if none is likely.
    private static func likely(_ rates: ClosedRange<Int64>) -> ClosedRange<Int64> {
        rates.overlaps(likelyPpb) ? rates.clamped(to: likelyPpb) : rates
    }

    /// What to add to the time here.
    func offsetUs(at localUs: Int64) -> Int64 {
        middleUs + Self.moved(localUs - atUs, ratePpb)
    }

    /// What is proven of it.
    func boundsUs(at localUs: Int64) -> ClosedRange<Int64> {
        let age = abs(localUs - atUs)
        let wander = Self.grown(age, wanderPpb) + Self.grown(max(0, age - Evidence.memoryUs), Self.coldWanderPpb)
        let rates = localUs >= atUs ? self.rates : -rates.upperBound...(-rates.lowerBound)
        let least = leastUs + Self.moved(age, rates.lowerBound) - wander - 1
        let most = mostUs + Self.moved(age, rates.upperBound) + wander + 1
        return min(least, most)...max(least, most)
    }

    /// The rates that no two bounds contradict, with the smallest wander that leaves one.
    private static func possible(_ evidence: Evidence) -> (rates: ClosedRange<Int64>, wanderPpb: Int64)? {
        var (least, most) = (-ratePpbAtMost, ratePpbAtMost)
        for lower in evidence.lowers {
            for upper in evidence.uppers {
                let gap = min(max(lower.offsetUs - upper.offsetUs, -gapUsAtMost), gapUsAtMost)
                let age = lower.atUs - upper.atUs
                if age == 0, gap > 0 { return nil }
                if age > 0 { least = max(least, gap * 1_000_000_000 / age - 1) }
                if age < 0 { most = min(most, gap * 1_000_000_000 / age + 1) }
            }
        }
        for wander in wandersPpb {
            let lowest = max(-ratePpbAtMost, least - wander)
            let highest = min(ratePpbAtMost, most + wander)
            if lowest <= highest { return (lowest...highest, wander) }
        }
        return nil
    }

    /// By how much a clock moves in a time, however long: years of microseconds times a rate are no Int64.
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
    /// Whether it can be one, having been kept where anybody could write.
    var isSound: Bool {
        let stamps = [atUs, leastUs, mostUs, middleUs]
        return stamps.allSatisfy { $0.magnitude < Exchange.stampUsAtMost } && atUs >= 0 && leastUs <= mostUs
            && (-Self.ratePpbAtMost...Self.ratePpbAtMost).contains(ratePpb)
            && rates.lowerBound >= -Self.ratePpbAtMost && rates.upperBound <= Self.ratePpbAtMost
            && Self.wandersPpb.contains(wanderPpb)
    }
}
