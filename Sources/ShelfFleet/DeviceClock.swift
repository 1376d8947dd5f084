import Foundation
import ShelfModel

/// A simulated quartz clock. Its rate is off by up to 60 ppm, and wanders around that by 1.5 ppm in a sine of 15
/// minutes.
///
/// Its time is the integral of its rate as a closed formula, so it doesn't depend on the steps of a simulation.
package struct DeviceClock: Sendable {
    private let startUs: Int64
    private let rate: Double
    private let phase: Double

    /// The largest error of the rate.
    static let mostRate = 60e-6
    /// The amplitude of the wander.
    static let wander = 1.5e-6
    /// The period of the wander, in microseconds.
    static let wanderUs = 900e6

    init(_ random: inout SplitMix64) {
        startUs = Int64.random(in: 0...1_000_000_000_000, using: &random)
        rate = Double.random(in: -Self.mostRate...Self.mostRate, using: &random)
        phase = Double.random(in: 0..<2 * .pi, using: &random)
    }

    /// The clock's time when so much true time has passed since the start.
    package func localUs(at trueUs: Int64) -> Int64 {
        let perUs = 2 * Double.pi / Self.wanderUs
        let wanderedUs = Self.wander / perUs * (cos(phase) - cos(phase + perUs * Double(trueUs)))
        return startUs + trueUs + Int64((rate * Double(trueUs) + wanderedUs).rounded(.down))
    }
}
