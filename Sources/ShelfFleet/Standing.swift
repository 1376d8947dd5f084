/// How one way to know the time did on every link, and between two players.
package struct Standing: Sendable {
    package let contender: Contender
    /// How far clocks were off, in the order of ``Link/all``.
    package let errors: [Figures]
    /// How far two random players of the mixed population were apart at the same moment.
    package let pairs: Figures
    /// The mean of what clocks said they could be off by, on each link; `nil` if they said nothing.
    package let uncertaintiesUs: [Int64?]
    /// By how much the true time was outside what a clock had said, each time that it was.
    package let outsideUs: [Int64]

    package static let pairsGoalUs: Int64 = 12_000
    static let pairCount = 200_000

    /// - Parameter players: by link, in the order of ``Link/all``.
    init(_ contender: Contender, players: [[Player]], seed: UInt64) {
        self.contender = contender
        errors = players.map { Figures($0.flatMap(\.errorsUs)) }
        pairs = Figures(Self.gaps(players, seed: seed))
        uncertaintiesUs = players.map { Self.mean($0.flatMap(\.uncertaintiesUs)) }
        outsideUs = players.flatMap { $0.flatMap(\.outsideUs) }
    }

    /// The goals that it misses, each in words.
    package var misses: [String] {
        let links = zip(Link.all, errors).filter { $1.p99Us > $0.goalUs }.map { link, figures in
            "\(link.name): \(Milliseconds(figures.p99Us)) ms instead of \(Milliseconds(link.goalUs))"
        }
        guard pairs.p99Us > Self.pairsGoalUs else { return links }
        return links + ["pairs: \(Milliseconds(pairs.p99Us)) ms instead of \(Milliseconds(Self.pairsGoalUs))"]
    }

    private static func gaps(_ players: [[Player]], seed: UInt64) -> [Int64] {
        var random = SplitMix(seed: seed)
        let hundred = Link.all.indices.flatMap { [Int](repeating: $0, count: Link.all[$0].percent) }
        func anyone() -> Player { players[hundred.randomElement(using: &random)!].randomElement(using: &random)! }
        return (0..<pairCount).map { _ in
            let (one, other) = (anyone(), anyone())
            let moment = one.errorsUs.indices.randomElement(using: &random)!
            return one.errorsUs[moment] - other.errorsUs[moment]
        }
    }

    private static func mean(_ values: [Int64]) -> Int64? {
        values.isEmpty ? nil : values.reduce(0, +) / Int64(values.count)
    }
}
