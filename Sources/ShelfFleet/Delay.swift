/// How long packets are on their way in one direction, as a sum of parts. Each packet's delay is drawn anew.
package struct Delay: Sendable {
    private let parts: [Part]

    /// Lengths of time are milliseconds here, as tables of links give them.
    package indirect enum Part: Sendable {
        case fixed(Double)
        case exponential(mean: Double)
        case gamma(shape: Double, scale: Double)
        case uniform(upTo: Double)
        /// A bell curve, cut off at 0.
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

    /// - Parameter phaseUs: the time on the clock by which this link's rounds go.
    func draw(phaseUs: Int64, _ random: inout SplitMix) -> Int64 {
        let milliseconds = parts.reduce(0) { $0 + $1.draw(phaseUs: phaseUs, &random) }
        return Int64((milliseconds * 1000).rounded())
    }
}

extension Delay.Part {
    fileprivate func draw(phaseUs: Int64, _ random: inout SplitMix) -> Double {
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
