import Foundation

/// The figures of all runs, and the table that people read.
struct PlanBeforeResults: Codable {
    let seconds: Int64
    private(set) var runs: [PlanBeforeFigures] = []

    init(seconds: Int64) { self.seconds = seconds }

    /// Adds a run's figures and says that it is over.
    mutating func add(_ figures: PlanBeforeFigures) {
        runs.append(figures)
        let kinds = figures.requests.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
        let faults = figures.faults.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
        print(
            """
            \(figures.side.rawValue), \(figures.players) players, \(figures.changes) changes: \
            requests \(kinds.joined(separator: ", ")); \(figures.pushes) keys pushed; \
            \(faults.isEmpty ? "no faults" : "faults: " + faults.joined(separator: ", "))
            """)
        fflush(nil)
    }

    var table: [String] {
        [
            "",
            row("") { $0.side.rawValue },
            row("players") { "\($0.players)" },
            row("items that ran out in \(seconds) s") { "\($0.changes)" },
            row("requests") { "\($0.requestsInAll)" },
            row("  for each player and change") { Self.decimal(Double($0.requestsInAll) / Double($0.sightings)) },
            row("statements in the database") { "\($0.statements)" },
            row("  for each change") { Self.decimal(Double($0.statements) / Double($0.changes)) },
            row("processor time of the server, ms") { "\($0.serverUs / 1000)" },
            row("processor time of the database, ms") { "\($0.databaseUs / 1000)" },
            row("both, for each player and change, µs") {
                Self.decimal(Double($0.serverUs + $0.databaseUs) / Double($0.sightings))
            },
            row("processor time of the players' side, ms") { "\($0.crowdUs / 1000)" },
            row("longest wait for an answer, ms") { Self.milliseconds($0.longestWaitUs) },
            row("a change seen, from the first player to the last, ms") { Self.milliseconds($0.spreadUs) },
            row("  from the median to the 99th percentile, ms") { Self.milliseconds($0.tailUs) },
            row("players with an empty position for over 100 ms") { "\($0.emptyPlayers)" },
            row("  the longest, ms") { Self.milliseconds($0.longestEmptyUs) },
            row("changes that a player has not seen") { "\($0.unseen)" },
            row("the latest key, before its change, ms") { $0.leastMarginUs.map(Self.milliseconds) ?? "-" },
        ]
    }

    private func row(_ name: String, _ figure: (PlanBeforeFigures) -> String) -> String {
        Harness.row(name, runs.map(figure))
    }

    private static func decimal(_ value: Double) -> String { String(format: "%.2f", value) }

    private static func milliseconds(_ us: Int64) -> String { String(format: "%.1f", Double(us) / 1000) }

    func write(to path: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        try encoder.encode(self).write(to: URL(filePath: path))
    }
}
