import Foundation

/// A quartz: too fast or too slow by up to 60 ppm, and wandering around that by 1.5 ppm in a sine over 15 minutes.
///
/// What it says is the integral of its rate, written down exactly, so that no step of a simulation blurs it.
package struct DeviceClock: Sendable {
    private let startUs: Int64
    private let rate: Double
    private let phase: Double

    static let mostRate = 60e-6
    static let wander = 1.5e-6
    static let wanderUs = 900e6

    init(_ random: inout SplitMix) {
        startUs = Int64.random(in: 0...1_000_000_000_000, using: &random)
        rate = Double.random(in: -Self.mostRate...Self.mostRate, using: &random)
        phase = Double.random(in: 0..<2 * .pi, using: &random)
    }

    /// What it says when so much time has truly passed since the start.
    package func localUs(at trueUs: Int64) -> Int64 {
        let perUs = 2 * Double.pi / Self.wanderUs
        let wanderedUs = Self.wander / perUs * (cos(phase) - cos(phase + perUs * Double(trueUs)))
        return startUs + trueUs + Int64((rate * Double(trueUs) + wanderedUs).rounded(.down))
    }
}
