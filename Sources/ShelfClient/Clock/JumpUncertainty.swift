/// How uncertain the offset is after jumps of this device's clock or of its wall clock, until the next exchange.
struct JumpUncertainty: Hashable, Sendable {
    /// The server may be ahead by so much more; zero or positive.
    private(set) var aheadUs: Int64 = 0
    /// The server may be ahead by so much less; zero or negative. Readings assume this, because to show an item late is
    /// better than to show it early.
    private(set) var behindUs: Int64 = 0
    /// Exchanges that began before this moment of this device's clock may lie across the jump, and don't count.
    private(set) var noticedUs = Int64.min

    var isNone: Bool { self == JumpUncertainty() }

    /// Adds a jump. If the wall clock was set, the offset is what it was; if this device's clock was, the offset moved
    /// as the jump says. Both are possible.
    mutating func add(_ jump: ClockJump) {
        aheadUs += max(0, jump.byUs)
        behindUs += min(0, jump.byUs)
        noticedUs = max(noticedUs, jump.noticedUs)
    }
}
