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
        /// Adds its part to packets that leave in the first seconds of each round of so many.
        case phase(seconds: Int64, of: Int64, Part)

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

    /// - Parameter phaseUs: the time since the beginning of this link's first round.
    func draw(phaseUs: Int64, _ random: inout SplitMix64) -> Int64 {
        let milliseconds = parts.reduce(0) { $0 + $1.draw(phaseUs: phaseUs, &random) }
        return Int64((milliseconds * 1000).rounded())
    }
}

extension Delay.Part {
    fileprivate func draw(phaseUs: Int64, _ random: inout SplitMix64) -> Double {
        switch self {
        case .fixed(let length): length
        case .exponential(let mean): random.exponential(mean: mean)
        case .gamma(let shape, let scale): random.gamma(shape: shape, scale: scale)
        case .uniform(let most): Double.random(in: 0..<most, using: &random)
        case .normal(let mean, let deviation): max(0, mean + deviation * random.normal())
        case .sometimes(let share, let part): random.happens(share) ? part.draw(phaseUs: phaseUs, &random) : 0
        case .phase(let seconds, let round, let part):
            phaseUs % (round * 1_000_000) < seconds * 1_000_000 ? part.draw(phaseUs: phaseUs, &random) : 0
        }
    }
}
