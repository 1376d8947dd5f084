import ShelfModel

/// How exact one estimator was on every link, and between two clients.
package struct EstimatorResult: Sendable {
    package let kind: EstimatorKind
    private let links: [Link]
    /// The errors of the clocks on each link.
    package let errors: [Percentiles]
    /// The differences between the clocks of two random players of the mixed population at the same moment.
    package let pairs: Percentiles
    /// The mean uncertainty that clocks reported on each link; `nil` for an estimator that reports none.
    package let uncertaintiesUs: [Int64?]
    /// For each time that the true time was outside a clock's reported interval, by how much.
    package let outsideUs: [Int64]
    /// On each link, how many thousandths of the time the true time was outside.
    package let outsideThousandths: [Int]

    /// The goal for the 99th percentile of ``pairs``.
    package static let pairsGoalUs: Int64 = 12_000
    /// How many pairs are drawn.
    static let pairCount = 200_000

    /// - Parameter clients: those on each link.
    init(_ kind: EstimatorKind, on links: [Link], _ clients: [[ClientResult]], seed: UInt64) {
        (self.kind, self.links) = (kind, links)
        errors = clients.map { Percentiles($0.flatMap(\.errorsUs)) }
        pairs = Percentiles(Self.gaps(links, clients, seed: seed))
        uncertaintiesUs = clients.map { Self.mean($0.flatMap(\.uncertaintiesUs)) }
        outsideUs = clients.flatMap { $0.flatMap(\.outsideUs) }
        outsideThousandths = clients.map(Self.outsideThousandths)
    }

    /// The goals that the estimator misses, each in words.
    package var misses: [String] {
        let links = zip(links, errors).filter { $1.p99Us > $0.goalUs }.map { link, percentiles in
            "\(link.name): \(Milliseconds(percentiles.p99Us)) ms instead of \(Milliseconds(link.goalUs))"
        }
        guard pairs.p99Us > Self.pairsGoalUs else { return links }
        return links + ["pairs: \(Milliseconds(pairs.p99Us)) ms instead of \(Milliseconds(Self.pairsGoalUs))"]
    }

    private static func gaps(_ links: [Link], _ clients: [[ClientResult]], seed: UInt64) -> [Int64] {
        var random = SplitMix64(seed: seed)
        let hundred = links.indices.flatMap { [Int](repeating: $0, count: links[$0].percent) }
        guard !hundred.isEmpty else { return [] }
        func anyone() -> ClientResult { clients[hundred.randomElement(using: &random)!].randomElement(using: &random)! }
        return (0..<pairCount).map { _ in
            let (one, other) = (anyone(), anyone())
            let moment = one.errorsUs.indices.randomElement(using: &random)!
            return one.errorsUs[moment] - other.errorsUs[moment]
        }
    }

    /// Rounded up, so that 0 is never.
    private static func outsideThousandths(_ clients: [ClientResult]) -> Int {
        let all = clients.map(\.errorsUs.count).reduce(0, +)
        return (clients.map(\.outsideUs.count).reduce(0, +) * 1000 + all - 1) / max(1, all)
    }

    private static func mean(_ values: [Int64]) -> Int64? {
        values.isEmpty ? nil : values.reduce(0, +) / Int64(values.count)
    }
}
