import Foundation
import ShelfModel

/// A simulated clock with a ``Quartz``.
///
/// Its time is the integral of its rate as a closed formula, so it doesn't depend on the steps of a simulation.
package struct DeviceClock: Sendable {
    private let startUs: Int64
    private let quartz: Quartz
    private let rate: Double
    private let phase: Double

    init(_ quartz: Quartz = .usual, _ random: inout SplitMix64) {
        self.quartz = quartz
        startUs = Int64.random(in: 0...1_000_000_000_000, using: &random)
        // One draw gives the sign and the size.
        let (least, most) = (quartz.offPpm.lowerBound, quartz.offPpm.upperBound)
        let drawn = Double.random(in: -1...1, using: &random)
        rate = (drawn < 0 ? -least : least) * 1e-6 + drawn * (most - least) * 1e-6
        phase = Double.random(in: 0..<2 * .pi, using: &random)
    }

    /// The clock's time when so much true time has passed since the start.
    package func localUs(at trueUs: Int64) -> Int64 {
        let perUs = 2 * Double.pi / Quartz.wanderUs
        let wanderedUs = quartz.wanderPpm * 1e-6 / perUs * (cos(phase) - cos(phase + perUs * Double(trueUs)))
        let warmedUs = Double(trueUs) + Quartz.warmingUs * (exp(-Double(trueUs) / Quartz.warmingUs) - 1)
        let offUs = rate * Double(trueUs) + wanderedUs + quartz.warmingPpm * 1e-6 * warmedUs
        return startUs + trueUs + Int64(offUs.rounded(.down))
    }
}
