/// What an app keeps of the time for its next start: a hint that is good enough for drawing, not for buying.
///
/// It is of use only until the device restarts, because then the device's clock starts again as well.
package struct SavedClock: Hashable, Codable, Sendable {
    let bootSession: String
    let wallAheadUs: Int64
    let timeline: String
    let serverUncertaintyUs: Int64
    let corridor: Corridor
    /// What is known of the rate. It is of use after a restart of the device, too.
    package let rate: RatePrior

    /// After this time the hint is too uncertain even for drawing.
    static let usAtMost: Int64 = 30 * 86_400_000_000

    /// Whether this device's clock is still the one that this was learnt with.
    ///
    /// - Parameters:
    ///   - bootSession: identifies this boot; `nil` if it can't be read, which counts as another boot.
    ///   - nowUs: this device's time.
    ///   - wallUs: the wall clock. In another time namespace the boot is the same but the clock isn't; it is noticed
    ///     because the two clocks are further apart than before.
    package func isValid(bootSession: String?, nowUs: Int64, wallUs: Int64) -> Bool {
        guard bootSession == self.bootSession, corridor.isSound, serverUncertaintyUs >= 0,
            serverUncertaintyUs < Exchange.stampUsAtMost, wallAheadUs.magnitude < Exchange.stampUsAtMost
        else { return false }
        let elapsedUs = nowUs - corridor.atUs
        return (0...Self.usAtMost).contains(elapsedUs)
            && abs(apart(nowUs: nowUs, wallUs: wallUs)) <= JumpDetector.toleranceUs(after: elapsedUs)
    }

    /// How far the wall clock and this device's clock have moved apart since then. Either of them may have changed.
    package func apart(nowUs: Int64, wallUs: Int64) -> Int64 {
        (wallUs - nowUs) - wallAheadUs
    }
}
