import ArgumentParser
import ShelfSQLite
import ShelfTesting

/// `shelflife-bench histories`: more random histories of a shop than the tests have time for.
struct HistoriesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "histories",
        abstract: "Plays random histories of purchases, retries, grants, refunds and restarts against a plain model.",
        discussion: "Ends with the first that can't be explained by one thing after the other.")

    @Option(help: "How many histories.")
    var count: UInt64 = 500

    @Option(help: "The seed of the first; each has the next.")
    var seed: UInt64 = 0

    func validate() throws {
        guard count > 0, count <= .max - seed else {
            throw ValidationError("--count must be at least 1, and seeds must fit into 64 bits.")
        }
    }

    func run() async throws {
        var (calls, overlapping, openings, outcomes) = (0, 0, 0, [String: Int]())
        for seed in seed..<seed + count {
            let history = try await play(seed)
            calls += history.calls.count
            overlapping += history.overlapping
            openings += history.openings
            outcomes.merge(history.outcomes, uniquingKeysWith: +)
        }
        print("\(count) histories: \(calls) calls, \(overlapping) of them at once, in shops opened \(openings) times")
        print(outcomes.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", "))
    }

    private func play(_ seed: UInt64) async throws -> ConcurrentHistory {
        let folder = try TemporaryFolder()
        do {
            var history = try await ConcurrentHistory(seed: seed) {
                try SQLiteDatabase(path: folder.file("shelflife.sqlite"))
            }
            try await history.play()
            return history
        } catch {
            print("Of seed \(seed):")
            throw error
        }
    }
}
