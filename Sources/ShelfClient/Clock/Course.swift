/// How what is read approaches what is believed.
///
/// A small correction is slewed, so that a bar never jerks; a large one ahead
/// is a step; back it never goes.
struct Course: Hashable, Sendable {
    private var sinceUs: Int64 = 0
    /// What was read beyond the belief at ``sinceUs``.
    private var aheadUs: Int64 = 0
    /// What has been read already.
    private var floorUs = Int64.min

    static let slewedUsAtMost: Int64 = 50_000
    static let slewPpm: Int64 = 2000
    /// A belief further back than this is another clock's; to stand still for longer would be the greater wrong.
    static let standingUsAtMost: Int64 = 10_000_000

    /// - Parameters:
    ///   - readUs: what is read at `localUs` by the belief so far; `nil` if there was none.
    ///   - targetUs: what is believed from now on.
    ///   - isAfresh: whether the belief so far is worth nothing, so that there is no sense in leaving it slowly.
    mutating func correct(from readUs: Int64?, to targetUs: Int64, at localUs: Int64, isAfresh: Bool = false) {
        self = Course()
        guard let readUs, readUs - targetUs <= Self.standingUsAtMost else { return }
        floorUs = readUs
        guard abs(readUs - targetUs) < Self.slewedUsAtMost, !isAfresh else { return }
        (sinceUs, aheadUs) = (localUs, readUs - targetUs)
    }

    /// Nothing before `us` is read from now on.
    mutating func stand(at us: Int64) {
        floorUs = max(floorUs, us)
    }

    func nowUs(targetUs: Int64, at localUs: Int64) -> Int64 {
        let slewedUs = max(0, localUs - sinceUs) * Self.slewPpm / 1_000_000
        let leftUs = max(0, abs(aheadUs) - slewedUs) * aheadUs.signum()
        return max(floorUs, targetUs + leftUs)
    }
}
