import ShelfModel

/// A moment on one client's line, by which moving delays go.
struct Moment {
    /// The true time since the client's start.
    let trueUs: Int64
    /// How far this line's rounds had come at the client's start.
    let phaseUs: Int64
    /// From which this line's walks follow.
    let seed: UInt64

    /// How far a round has come, from 0 to 1.
    func share(of seconds: Double) -> Double {
        let rounds = Double(phaseUs + trueUs) / (seconds * 1e6)
        return rounds - rounds.rounded(.down)
    }

    /// A walk between 0 and 1 that takes a step in each round, up or down by a length from `steps`.
    ///
    /// - Parameter name: different walks of a line have different names.
    func walk(_ name: UInt64, every seconds: Double, steps: ClosedRange<Double>) -> Double {
        var random = SplitMix64(seed: seed &+ name &* 0x9E37_79B9)
        var place = Double.random(in: 0...1, using: &random)
        for _ in 0..<Int(Double(phaseUs + trueUs) / (seconds * 1e6)) {
            place += Double.random(in: steps, using: &random) * (Bool.random(using: &random) ? 1 : -1)
            place = place < 0 ? -place : place > 1 ? 2 - place : place
        }
        return place
    }
}
