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
        var worn = clock
        worn.nowUs = {
            let us = nowUs()
            return Self.pastUs + offsetUs + us + gainedUs(in: us)
        }
        worn.wallUs = { wallUs() + offsetUs }
        return worn
    }

    /// In two steps, because a product of such large numbers might overflow.
    private func gainedUs(in us: Int64) -> Int64 {
        us / 1_000_000_000 * driftPpb + us % 1_000_000_000 * driftPpb / 1_000_000_000
    }
}
