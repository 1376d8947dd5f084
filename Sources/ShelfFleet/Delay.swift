import Foundation
import ShelfModel

/// The delay of packets in one direction, as a sum of random parts. It is drawn anew for each packet.
package struct Delay: Sendable {
    private let parts: [Part]

    /// All lengths of time are in milliseconds, as in published tables of network delays.
    package indirect enum Part: Sendable {
        case fixed(Double)
        case exponential(mean: Double)
        case gamma(shape: Double, scale: Double)
        case uniform(upTo: Double)
        /// Normally distributed, but not below 0.
        case normal(mean: Double, deviation: Double)
        /// Adds its part to this share of the packets.
        case sometimes(share: Double, Part)
        /// Adds its part to packets that leave in the first seconds of each round.
        case phase(seconds: Int64, of: Int64, Part)
        /// Goes evenly from one length to another in each round, and then begins again.
        case ramp(from: Double, to: Double, seconds: Double)
        /// Swings between two lengths.
        case sine(from: Double, to: Double, seconds: Double)
        /// Walks between 0 and a length, in steps up or down. Walks of the same name are the same in both directions.
        case walk(UInt64, upTo: Double, steps: ClosedRange<Double>, every: Double)
        case sum([Part])
        /// Adds its part to packets that leave between two times since the client's start, in seconds.
        case between(Double, and: Double, Part)

        static func spikes(share: Double, mean: Double) -> Part {
            .sometimes(share: share, .exponential(mean: mean))
        }
    }

    init(_ parts: Part...) {
        self.parts = parts
    }

    init(_ delay: Delay, plus part: Part) {
        parts = delay.parts + [part]
    }

    func draw(at moment: Moment, _ random: inout SplitMix64) -> Int64 {
        let milliseconds = parts.reduce(0) { $0 + $1.draw(at: moment, &random) }
        return Int64((milliseconds * 1000).rounded())
    }
}

extension Delay.Part {
    fileprivate func draw(at moment: Moment, _ random: inout SplitMix64) -> Double {
        switch self {
        case .fixed(let length): length
        case .exponential(let mean): random.exponential(mean: mean)
        case .gamma(let shape, let scale): random.gamma(shape: shape, scale: scale)
        case .uniform(let most): Double.random(in: 0..<most, using: &random)
        case .normal(let mean, let deviation): max(0, mean + deviation * random.normal())
        case .sometimes(let share, let part): random.happens(share) ? part.draw(at: moment, &random) : 0
        case .phase(let seconds, let round, let part):
            (moment.phaseUs + moment.trueUs) % (round * 1_000_000) < seconds * 1_000_000
                ? part.draw(at: moment, &random) : 0
        case .ramp(let first, let last, let seconds): first + (last - first) * moment.share(of: seconds)
        case .sine(let least, let most, let seconds):
            least + (most - least) * (1 - cos(2 * .pi * moment.share(of: seconds))) / 2
        case .walk(let name, let most, let steps, let seconds):
            most * moment.walk(name, every: seconds, steps: steps.lowerBound / most...steps.upperBound / most)
        case .sum(let parts): parts.reduce(0) { $0 + $1.draw(at: moment, &random) }
        case .between(let start, let end, let part):
            (start..<end).contains(Double(moment.trueUs) / 1e6) ? part.draw(at: moment, &random) : 0
        }
    }
}
