/// What jumps of the clock here or of the wall clock leave open about the offset, until the next exchange.
struct Doubt: Hashable, Sendable {
    /// Zero or more: the server may be so much further ahead.
    private(set) var aheadUs: Int64 = 0
    /// Zero or less: the server may be so much less ahead. Readings go by this, because late is better than early.
    private(set) var behindUs: Int64 = 0
    /// What was asked for before this moment of the clock here settles nothing.
    private(set) var noticedUs = Int64.min

    var isNone: Bool { self == Doubt() }

    /// If it was the wall clock that was set, nothing changes; if it was ours, the offset moved as the jump says.
    mutating func add(_ jump: ClockJump) {
        aheadUs += max(0, jump.byUs)
        behindUs += min(0, jump.byUs)
        noticedUs = max(noticedUs, jump.noticedUs)
    }
}
