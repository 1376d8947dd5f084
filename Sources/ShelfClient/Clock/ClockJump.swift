/// The wall clock and the clock here have moved apart: one of them was set, or stood still.
package struct ClockJump: Hashable, Sendable {
    /// How much further ahead the wall clock is than before.
    package let byUs: Int64
    /// The time here when all was still well.
    package let sinceUs: Int64
    /// The time here when it was noticed. What was asked for before then may lie across the jump.
    package let noticedUs: Int64

    package init(byUs: Int64, sinceUs: Int64, noticedUs: Int64) {
        self.byUs = byUs
        self.sinceUs = sinceUs
        self.noticedUs = noticedUs
    }
}
