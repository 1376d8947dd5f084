/// This device's clock and its wall clock have moved apart: one of them was set, or stood still.
package struct ClockJump: Hashable, Sendable {
    /// How much further ahead the wall clock is now than before.
    package let byUs: Int64
    /// This device's time when the clocks were last seen together.
    package let sinceUs: Int64
    /// This device's time when the jump was noticed. Exchanges that began before may lie across the jump.
    package let noticedUs: Int64

    package init(byUs: Int64, sinceUs: Int64, noticedUs: Int64) {
        self.byUs = byUs
        self.sinceUs = sinceUs
        self.noticedUs = noticedUs
    }
}
