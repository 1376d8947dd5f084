/// How readings approach a new estimate of the time.
///
/// After a small correction the readings run a little faster or slower until they agree (they are slewed), so that a
/// progress bar never jerks. After a large correction forward they step. They never go back.
struct ClockSlew: Hashable, Sendable {
    private var sinceUs: Int64 = 0
    /// By how much readings were ahead of the estimate at ``sinceUs``.
    private var aheadUs: Int64 = 0
    /// The latest time that was read; no later reading is below it.
    private var floorUs = Int64.min

    /// Corrections below this are slewed, larger ones are steps.
    static let slewedUsAtMost: Int64 = 50_000
    /// How fast readings approach the estimate, in parts per million.
    static let slewPpm: Int64 = 2000
    /// Readings stand still for this long at most. When the estimate is further back, they follow it at once, because
    /// standing still for longer would be worse than going back.
    static let standingUsAtMost: Int64 = 10_000_000

    /// - Parameters:
    ///   - readUs: the reading at `localUs` by the estimate so far; `nil` if there was none.
    ///   - targetUs: the time at `localUs` by the new estimate.
    ///   - isAfresh: whether the estimate so far is worthless, so that readings leave it at once.
    mutating func correct(from readUs: Int64?, to targetUs: Int64, at localUs: Int64, isAfresh: Bool = false) {
        self = ClockSlew()
        guard let readUs, readUs - targetUs <= Self.standingUsAtMost else { return }
        floorUs = readUs
        guard abs(readUs - targetUs) < Self.slewedUsAtMost, !isAfresh else { return }
        (sinceUs, aheadUs) = (localUs, readUs - targetUs)
    }

    /// Lets no reading be before `us` from now on.
    mutating func stand(at us: Int64) {
        floorUs = max(floorUs, us)
    }

    func nowUs(targetUs: Int64, at localUs: Int64) -> Int64 {
        let slewedUs = max(0, localUs - sinceUs) * Self.slewPpm / 1_000_000
        let leftUs = max(0, abs(aheadUs) - slewedUs) * aheadUs.signum()
        return max(floorUs, targetUs + leftUs)
    }
}
