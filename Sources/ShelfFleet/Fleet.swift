/// Many clients on every kind of link, in virtual time, judged by the true time.
///
///     let report = await Fleet(clientsPerLink: 150).sail()
///     print(report.table)
package struct Fleet: Sendable {
    /// On each link.
    package let clients: Int
    package let minutes: Int64
    package let seed: UInt64

    package init(clientsPerLink clients: Int, minutes: Int64 = 12, seed: UInt64 = 3) {
        self.clients = clients
        self.minutes = minutes
        self.seed = seed
    }

    /// Every ten seconds, from when a clock has settled.
    package static func momentsUs(minutes: Int64) -> [Int64] {
        Array(stride(from: 200_000_000, through: minutes * 60_000_000, by: 10_000_000))
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
        let momentsUs = Self.momentsUs(minutes: minutes)
        var seeds = SplitMix(seed: seed &+ UInt64(index) << 32)
        var players: [Contender: [Player]] = [:]
        for _ in 0..<clients {
            let trace = Trace(link: Link.all[index], minutes: minutes, seed: seeds.next())
            for contender in contenders {
                players[contender, default: []].append(Player(contender.estimator(), on: trace, at: momentsUs))
            }
        }
        return players
    }
}
