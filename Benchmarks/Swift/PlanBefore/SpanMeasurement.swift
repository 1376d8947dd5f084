/// The seconds in which a server and its crowd are measured.
struct SpanMeasurement {
    let side: PlanBeforeFigures.Side
    let players: Int
    let changes: [ShelfChange]
    let fromMs: Int64
    let seconds: Int64
    let crowd: Crowd
    let server: ServerGreeting
    let database: PostgresCluster.Database
    let cluster: PostgresCluster

    /// A key comes some hundred milliseconds before the first change.
    private static let aheadUs: Int64 = 1_000_000
    /// How long players are waited for who have not seen a change.
    private static let patienceUs: Int64 = 10_000_000

    /// - Returns: the figures, and the crowd's tally that they are made from.
    func measure() async throws -> (figures: PlanBeforeFigures, tally: CrowdTally) {
        try await sleep(untilUs: fromMs * 1000 - Self.aheadUs)
        let before = try sample()
        let endUs = (fromMs + seconds * 1000) * 1000
        try await sleep(untilUs: endUs)
        let expected = changes.count * players
        let tally = try await crowd.tally(untilUs: endUs + Self.patienceUs) { $0.seen >= expected }
        let after = try sample()
        return (PlanBeforeFigures(side, players: players, tally: tally, from: before, to: after), tally)
    }

    private func sample() throws -> ResourceSample {
        try ResourceSample(server: server.pid, database: database.name, in: cluster)
    }

    private func sleep(untilUs: Int64) async throws {
        let waitUs = untilUs - TrueTime.nowUs()
        if waitUs > 0 { try await Task.sleep(for: .microseconds(waitUs)) }
    }
}
