/// Notices that the clock here stood still or jumped, by comparing it with the wall clock.
struct JumpDetector: Sendable {
    private var last: (nowUs: Int64, wallUs: Int64)?

    /// What is noticed at once, beyond what two quartzes move apart between two looks.
    static let toleranceUs: Int64 = 250_000
    static let driftPpm: Int64 = 50

    /// - Returns: how the two clocks have moved apart since the last look, when that is too much.
    mutating func look(nowUs: Int64, wallUs: Int64) -> ClockJump? {
        defer { last = (nowUs, wallUs) }
        guard let last else { return nil }
        let byUs = (wallUs - nowUs) - (last.wallUs - last.nowUs)
        guard abs(byUs) > Self.toleranceUs(after: nowUs - last.nowUs) else { return nil }
        return ClockJump(byUs: byUs, sinceUs: last.nowUs, noticedUs: nowUs)
    }

    static func toleranceUs(after elapsedUs: Int64) -> Int64 {
        toleranceUs + max(0, elapsedUs) * driftPpm / 1_000_000
    }
}
