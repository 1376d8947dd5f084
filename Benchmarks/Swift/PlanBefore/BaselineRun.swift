import Foundation
import ShelfTesting

/// The plan before with a number of players.
struct BaselineRun {
    let players: Int
    let seconds: Int64
    /// From the beginning of what is measured on, whose instant is 0.
    let changes: [ShelfChange]
    let cluster: PostgresCluster

    /// How long the server and each player may take to be ready.
    private static let serverMs: Int64 = 10_000
    private static let playerMs: Int64 = 3
    /// How long before and after what is measured items stand on the shelf.
    private static let restMs: Int64 = 3_600_000

    func measure() async throws -> PlanBeforeFigures {
        let folder = try TemporaryFolder()
        let readyMs = TrueTime.nowUs() / 1000 + Self.serverMs + Int64(players) * Self.playerMs
        let fromMs = (readyMs / 1000 + 1) * 1000
        let plan = folder.file("plan.json")
        try JSONEncoder().encode(rows(fromMs: fromMs)).write(to: URL(filePath: plan))
        return try await cluster.withDatabase { database in
            let arguments = ["baseline-server", "--database", database.address, "--plan", plan]
            return try await ServerProcess.running(arguments, in: folder) { server in
                try await Crowd.gathered(at: server.port) { crowd in
                    try await measure(crowd, server, database, fromMs: fromMs)
                }
            }
        }
    }

    private func measure(
        _ crowd: Crowd, _ server: ServerGreeting, _ database: PostgresCluster.Database, fromMs: Int64
    ) async throws -> PlanBeforeFigures {
        let untilMs = fromMs + seconds * 1000
        try await crowd.join(players) { BaselinePlayer(log: $0, untilMs: untilMs) }
        let ready = try await crowd.tally(untilUs: (fromMs - 2000) * 1000) { $0.loaded == players }
        guard ready.loaded == players else { throw PlanBeforeError.notLoaded(ready.loaded, of: players) }
        let coming = changes.map { $0.moved(byMs: fromMs) }
        try await crowd.begin(coming)
        return try await SpanMeasurement(
            side: .before, players: players, changes: coming, fromMs: fromMs, seconds: seconds, crowd: crowd,
            server: server, database: database, cluster: cluster
        ).measure().figures
    }

    /// All rows that the table will ever have.
    private func rows(fromMs: Int64) -> [UpcomingItem] {
        (0..<SealedServer.positions).flatMap { position in
            let moments = changes.filter { $0.position == position }.map { fromMs + $0.atMs }.sorted()
            let starts = [fromMs - Self.restMs] + moments
            let ends = moments + [fromMs + seconds * 1000 + Self.restMs]
            return zip(starts, ends).enumerated().map { number, span in
                UpcomingItem(
                    position: position, item: "item-\(position)-\(number)", name: "Item \(number) of \(position)",
                    price: Int64(10 + position), startsMs: span.0, endsMs: span.1)
            }
        }
    }
}
