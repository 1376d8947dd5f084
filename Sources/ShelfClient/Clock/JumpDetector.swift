/// Notices when this device's clock stood still or jumped, by comparing it with the wall clock.
struct JumpDetector: Sendable {
    private var last: (nowUs: Int64, wallUs: Int64)?

    /// A jump that is larger than this is noticed.
    static let toleranceUs: Int64 = 250_000
    /// Besides, the two clocks may drift apart by this number of parts per million between two looks.
    static let driftPpm: Int64 = 50

    /// - Returns: the jump, when the two clocks have moved apart by too much since the last look.
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
