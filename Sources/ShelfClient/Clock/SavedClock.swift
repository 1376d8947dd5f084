/// What an app keeps of the time for its next start: a hint that may be drawn by, but not bought by.
///
/// It is worth something only while the device has not been started anew, because
/// then its clock began anew as well.
public struct SavedClock: Hashable, Codable, Sendable {
    let bootSession: String
    let wallAheadUs: Int64
    let timeline: String
    let serverUncertaintyUs: Int64
    let corridor: Corridor

    /// Older than this, nothing is left that could be drawn by.
    static let usAtMost: Int64 = 30 * 86_400_000_000

    /// Whether the clock here is still the one that this was learnt of.
    ///
    /// - Parameters:
    ///   - bootSession: this boot's identity; `nil` if it can't be read, which counts as another boot.
    ///   - nowUs: the time here.
    ///   - wallUs: the wall clock. In another time namespace the boot's identity is the same but the
    ///     clock isn't; that the two have moved apart gives it away.
    package func isValid(bootSession: String?, nowUs: Int64, wallUs: Int64) -> Bool {
        guard bootSession == self.bootSession, corridor.isSound, serverUncertaintyUs >= 0,
            serverUncertaintyUs < Exchange.stampUsAtMost, wallAheadUs.magnitude < Exchange.stampUsAtMost
        else { return false }
        let elapsedUs = nowUs - corridor.atUs
        return (0...Self.usAtMost).contains(elapsedUs)
            && abs(apart(nowUs: nowUs, wallUs: wallUs)) <= JumpDetector.toleranceUs(after: elapsedUs)
    }

    /// How far the wall clock and the clock here have moved apart since; either of them may have been the one.
    package func apart(nowUs: Int64, wallUs: Int64) -> Int64 {
        (wallUs - nowUs) - wallAheadUs
    }
}
