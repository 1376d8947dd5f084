/// Many clients on every kind of link, in virtual time, judged by the true time.
///
///     let report = await Fleet(clientsPerLink: 150).sail()
///     print(report.table)
package struct Fleet: Sendable {
    /// On each link.
    package let clients: Int
    package let seed: UInt64

    package static let lastingUs: Int64 = 720_000_000
    /// Every ten seconds once a clock has settled.
    package static let momentsUs = Array(stride(from: Int64(200_000_000), through: lastingUs, by: 10_000_000))

    package init(clientsPerLink clients: Int, seed: UInt64 = 3) {
        self.clients = clients
        self.seed = seed
    }

    /// Each link's clients run beside the others', and all contenders on the same traces.
    package func sail(_ contenders: [Contender] = Contender.allCases) async -> FleetReport {
        let crews = await withTaskGroup(of: (Int, [Contender: [Player]]).self) { group in
            for index in Link.all.indices {
                group.addTask { (index, crew(on: index, contenders)) }
            }
            return await group.reduce(into: [Int: [Contender: [Player]]]()) { $0[$1.0] = $1.1 }
        }
        return FleetReport(
            standings: contenders.map { contender in
                Standing(contender, players: Link.all.indices.map { crews[$0]?[contender] ?? [] }, seed: seed)
            })
    }

    private func crew(on index: Int, _ contenders: [Contender]) -> [Contender: [Player]] {
        var seeds = SplitMix(seed: seed &+ UInt64(index) << 32)
        var players: [Contender: [Player]] = [:]
        for _ in 0..<clients {
            let trace = Trace(link: Link.all[index], lastingUs: Self.lastingUs, seed: seeds.next())
            for contender in contenders {
                players[contender, default: []].append(Player(contender.estimator(), on: trace))
            }
        }
        return players
    }
}
