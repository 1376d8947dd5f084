import Foundation

extension RandomNumberGenerator {
    mutating func happens(_ probability: Double) -> Bool {
        Double.random(in: 0..<1, using: &self) < probability
    }

    mutating func exponential(mean: Double) -> Double {
        -mean * log(1 - Double.random(in: 0..<1, using: &self))
    }

    /// Normally distributed with mean 0 and deviation 1, by the method of Box and Muller.
    mutating func normal() -> Double {
        let radius = exponential(mean: 2).squareRoot()
        return radius * cos(Double.random(in: 0..<2 * .pi, using: &self))
    }

    /// Gamma-distributed, by the rejection method of Marsaglia and Tsang, which needs a shape of at least 1.
    mutating func gamma(shape: Double, scale: Double) -> Double {
        precondition(shape >= 1, "this method draws no gamma of a shape below 1")
        let d = shape - 1.0 / 3
        let c = 1 / (9 * d).squareRoot()
        while true {
            let x = normal()
            let v = (1 + c * x) * (1 + c * x) * (1 + c * x)
            if v > 0, -exponential(mean: 1) < x * x / 2 + d - d * v + d * log(v) { return d * v * scale }
        }
    }
}
