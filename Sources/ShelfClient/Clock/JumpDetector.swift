/// Notices that the clock here stood still or jumped, by comparing it with the wall clock.
struct JumpDetector: Hashable, Sendable {
    private var aheadUs: Int64?

    /// More than people set their clocks by unawares.
    static let toleranceUs: Int64 = 250_000

    /// - Returns: by how much the two clocks have moved apart since the last jump, when that is too much.
    mutating func jump(nowUs: Int64, wallUs: Int64) -> Int64? {
        let ahead = wallUs - nowUs
        guard let before = aheadUs else {
            aheadUs = ahead
            return nil
        }
        guard abs(ahead - before) > Self.toleranceUs else { return nil }
        aheadUs = ahead
        return abs(ahead - before)
    }
}
