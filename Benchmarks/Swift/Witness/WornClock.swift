import ShelfClient

/// A device's clocks as they may be: set wrongly, and running too fast or too slow.
struct WornClock: Sendable {
    let offsetUs: Int64
    /// How many parts in a thousand million it runs too fast.
    let driftPpb: Int64

    /// A local clock counts from something in the past, so it never shows less than nothing.
    private static let pastUs: Int64 = 1_000_000_000_000

    func wear(_ clock: LocalClock = .live) -> LocalClock {
        let (nowUs, wallUs) = (clock.nowUs, clock.wallUs)
        let beganUs = nowUs()
        var worn = clock
        worn.nowUs = {
            let passedUs = nowUs() - beganUs
            return Self.pastUs + offsetUs + passedUs + passedUs * driftPpb / 1_000_000_000
        }
        worn.wallUs = { wallUs() + offsetUs }
        return worn
    }
}
