import ShelfModel

/// Many simulated clients on every kind of link, in virtual time, whose clocks are compared with the true time.
///
///     let report = await Fleet(clientsPerLink: 150).run()
///     print(report.table)
package struct Fleet: Sendable {
    package let links: [Link]
    /// How many clients there are on each link.
    package let clients: Int
    package let minutes: Int64
    package let seed: UInt64

    package init(on links: [Link] = Link.all, clientsPerLink clients: Int, minutes: Int64 = 12, seed: UInt64 = 3) {
        self.links = links
        self.clients = clients
        self.minutes = minutes
        self.seed = seed
    }

    /// The moments at which clocks are compared: every ten seconds, from when a clock has settled.
    package static func momentsUs(minutes: Int64) -> [Int64] {
        Array(stride(from: 200_000_000, through: minutes * 60_000_000, by: 10_000_000))
    }

    /// Simulates all clients. The links run in parallel, and all estimators get the same traces.
    package func run(_ kinds: [EstimatorKind] = EstimatorKind.allCases) async -> FleetReport {
        let byLink = await withTaskGroup(of: (Int, [EstimatorKind: [ClientResult]]).self) { group in
            for index in links.indices {
                group.addTask { (index, results(on: index, kinds)) }
            }
            return await group.reduce(into: [Int: [EstimatorKind: [ClientResult]]]()) { $0[$1.0] = $1.1 }
        }
        return FleetReport(
            links: links,
            results: kinds.map { kind in
                EstimatorResult(kind, on: links, links.indices.map { byLink[$0]?[kind] ?? [] }, seed: seed)
            })
    }

    private func results(on index: Int, _ kinds: [EstimatorKind]) -> [EstimatorKind: [ClientResult]] {
        let momentsUs = Self.momentsUs(minutes: minutes)
        var seeds = SplitMix64(seed: seed &+ UInt64(index) << 32)
        var results: [EstimatorKind: [ClientResult]] = [:]
        for _ in 0..<clients {
            let trace = Trace(link: links[index], minutes: minutes, seed: seeds.next())
            for kind in kinds {
                results[kind, default: []].append(ClientResult(kind.estimator(), on: trace, at: momentsUs))
            }
        }
        return results
    }
}
