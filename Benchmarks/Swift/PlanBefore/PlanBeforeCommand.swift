import ArgumentParser
import Foundation

/// `shelflife-bench plan-before`: the plan that Shelflife came instead of, and Shelflife, at the same changes.
struct PlanBeforeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plan-before",
        abstract: "Measures Shelflife beside the plan before it, in which all players ask at each change.",
        discussion: """
            The plan before is a table with a row for each upcoming item, a call for the shelf, and a call for each \
            position whose item ran out. Each server is a process of its own, with a database of its own in one \
            PostgreSQL cluster on this machine; the players are connections of this process. Start it with \
            scripts/with-postgres, which makes such a cluster.
            """)

    @Option(help: "Numbers of players for both, separated by commas.")
    var players = "200,2000"

    @Option(help: "A number of players for Shelflife alone; 0 leaves that out.")
    var oursAlone = 10_000

    @Option(help: "For how many seconds each is measured.")
    var seconds: Int64 = 60

    @Option(help: "A file that keeps the figures, as JSON.", completion: .file())
    var json: String?

    private var numbers: [Int] { players.split(separator: ",").compactMap { Int($0) } }

    func validate() throws {
        guard !numbers.isEmpty, numbers.allSatisfy({ (1...5000).contains($0) }) else {
            throw ValidationError("--players must be numbers from 1 to 5000, such as 200,2000.")
        }
        guard (0...12_000).contains(oursAlone), (10...300).contains(seconds) else {
            throw ValidationError("--ours-alone must be from 0 to 12000, and --seconds from 10 to 300.")
        }
    }

    func run() async throws {
        OpenFileLimit.raise()
        let cluster = try PostgresCluster()
        var results = PlanBeforeResults(seconds: seconds)
        for players in numbers {
            let ours = try await measureOurs(players, cluster)
            results.add(ours.figures)
            let before = BaselineRun(players: players, seconds: seconds, changes: ours.changes, cluster: cluster)
            results.add(try await before.measure())
        }
        if oursAlone > 0 { results.add(try await measureOurs(oursAlone, cluster).figures) }
        for line in results.table { print(line) }
        if let json { try results.write(to: json) }
    }

    private func measureOurs(
        _ players: Int, _ cluster: PostgresCluster
    ) async throws -> (figures: PlanBeforeFigures, changes: [ShelfChange]) {
        try await SealedRun(players: players, seconds: seconds, cluster: cluster).measure()
    }
}
