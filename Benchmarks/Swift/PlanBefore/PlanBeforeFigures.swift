/// What was measured of one side with a number of players. Times are microseconds.
struct PlanBeforeFigures: Codable, Sendable {
    enum Side: String, Codable {
        case before
        case ours
    }

    let side: Side
    let players: Int
    /// How many items ran out.
    let changes: Int
    let elapsedUs: Int64
    /// By kind.
    let requests: [String: Int]
    /// Keys that came to players without a request.
    let pushes: Int
    let statements: Int64
    let serverUs: Int64
    let databaseUs: Int64
    let crowdUs: Int64
    let longestWaitUs: Int64
    /// From the first player to the last who saw a change: the median of the changes.
    let spreadUs: Int64
    /// From the median player to the 99th percentile: the median of the changes.
    let tailUs: Int64
    /// How many players saw an empty position for longer than 100 ms at a change: the median of the changes.
    let emptyPlayers: Int
    /// Of all changes.
    let longestEmptyUs: Int64
    /// How many changes players had not seen ten seconds after the end.
    let unseen: Int
    /// How long before its change the latest of all keys came to its player.
    let leastMarginUs: Int64?
    let faults: [String: Int]

    private static let emptyUs: Int64 = 100_000

    var requestsInAll: Int { requests.values.reduce(0, +) }
    /// How often each player saw a change.
    var sightings: Int { players * changes }

    init(_ side: Side, players: Int, tally: CrowdTally, from before: ResourceSample, to after: ResourceSample) {
        (self.side, self.players, changes) = (side, players, tally.delaysUs.count)
        (requests, pushes, faults) = (tally.requests, tally.pushes, tally.faults)
        elapsedUs = after.atUs - before.atUs
        statements = after.statements - before.statements
        serverUs = after.serverUs - before.serverUs
        databaseUs = after.databaseUs - before.databaseUs
        crowdUs = after.crowdUs - before.crowdUs
        (longestWaitUs, leastMarginUs) = (tally.longestWaitUs, tally.leastMarginUs)
        unseen = players * tally.delaysUs.count - tally.seen
        let delays = tally.delaysUs.values.map { $0.sorted() }
        spreadUs = Self.median(delays.map { ($0.last ?? 0) - ($0.first ?? 0) })
        tailUs = Self.median(delays.map { Self.percentile(99, of: $0) - Self.percentile(50, of: $0) })
        let empty = delays.map { delays in players - delays.count { $0 <= Self.emptyUs } }
        emptyPlayers = Int(Self.median(empty.map(Int64.init)))
        longestEmptyUs = delays.compactMap(\.last).max() ?? 0
    }

    private static func median(_ values: [Int64]) -> Int64 { percentile(50, of: values.sorted()) }

    private static func percentile(_ percent: Int, of sorted: [Int64]) -> Int64 {
        sorted.isEmpty ? 0 : sorted[min(sorted.count - 1, sorted.count * percent / 100)]
    }
}
