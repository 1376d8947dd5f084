package import ShelfDatabase
import ShelfEngine
import ShelfModel
import ShelfServer
import Synchronization

/// A random history of concurrent purchases, retries, grants, refunds and revocations, in a shop that restarts at
/// random. The result is compared with the plain model. The shop may have several servers on one database.
package struct ConcurrentHistory {
    private let opening: () async throws -> any ShelfDatabase
    private let servers: Int
    private let players: [Int64]
    private let start: PlainTrade
    private var requests: RandomRequests
    private let ticks = Ticks()
    package private(set) var lanes = [[TradeCall]](repeating: [], count: 12)
    package private(set) var openings = 0

    private static let calls = 240
    private static let welcome: Int64 = 150

    /// - Parameter opening: opens the database. It must open the same one each time, which is empty at first.
    package init(
        seed: UInt64, servers: Int = 1, opening: @escaping () async throws -> any ShelfDatabase
    ) async throws {
        self.opening = opening
        self.servers = servers
        let database = try await opening()
        var (players, start) = ([Int64](), PlainTrade())
        for index: UInt8 in 0..<4 {
            players.append(
                try await database.player(credential: [index], gifts: ["coins": Self.welcome], at: Trade.noon))
            start.welcome(players.last!, Self.welcome, at: Trade.noon)
        }
        (self.players, self.start) = (players, start)
        requests = RandomRequests(seed: seed, players: players)
    }

    /// - Throws: ``DatabaseContract/Broken``, when no serial order leads to the same answers and rows.
    package mutating func play() async throws {
        while calls.count < Self.calls { try await open() }
        let database = try await opening()
        try await HistoryAudit(database, players, calls).check(given: Self.welcome)
        try await compare(database, SerialOrder(lanes, journal: journal(in: database)).replay(from: start))
    }

    package var calls: [TradeCall] { lanes.flatMap(\.self) }

    /// How many calls began before an earlier one had ended.
    package var overlapping: Int {
        let inOrder = calls.sorted { $0.began < $1.began }
        return zip(inOrder, inOrder.dropFirst()).count { $1.began < $0.ended }
    }

    /// The number of calls by the kind of their answer.
    package var outcomes: [String: Int] { calls.reduce(into: [:]) { $0[$1.answer.outcome, default: 0] += 1 } }

    private mutating func open() async throws {
        openings += 1
        var closing: [Weak<Till>] = []
        do {
            var databases: [any ShelfDatabase] = []
            for _ in 0..<servers { databases.append(try await opening()) }
            let tills = databases.map { Till(database: $0) }
            closing = tills.map(Weak.init)
            try await serve(requests.day(lanes: lanes.count), at: tills, databases)
        }
        // Wait until the last batch's task has released its database, which closes it.
        try await eventually("every till is let go of") { closing.allSatisfy { $0.value == nil } }
    }

    /// - Parameter tills: the till of each server. Lanes use them in turn.
    private mutating func serve(
        _ day: [[DrawnRequest]], at tills: [Till], _ databases: [any ShelfDatabase]
    ) async throws {
        try await withThrowingTaskGroup(of: (Int, [TradeCall]).self) { group in
            for (lane, requests) in day.enumerated() {
                let (till, database) = (tills[lane % servers], databases[lane % servers])
                group.addTask { [ticks] in
                    var calls: [TradeCall] = []
                    for drawn in requests {
                        let request = try await drawn.request(for: database)
                        let began = ticks.next()
                        let answer = try await request.answer(at: till, database)
                        calls.append(TradeCall(request: request, answer: answer, began: began, ended: ticks.next()))
                    }
                    return (lane, calls)
                }
            }
            for try await (lane, calls) in group { lanes[lane] += calls }
        }
    }

    private func journal(in database: any ShelfDatabase) async throws -> [JournalEntry] {
        var entries: [JournalEntry] = []
        for player in players {
            entries += try await database.journal(of: player, before: nil, limit: .max).reversed()
        }
        return entries
    }

    private func compare(_ database: any ShelfDatabase, _ model: PlainTrade) async throws {
        for player in players {
            let name = "player \(player)"
            let coins = try await database.balances(of: player)["coins"]
            try expect(coins == model.balance(of: player), "\(name) has \(String(describing: coins))")
            try expect(
                await database.inventory(of: player) == model.inventory(of: player), "\(name) owns other things")
            try expect(
                await database.orders(of: player, before: nil, limit: .max) == model.kept(of: player).reversed(),
                "\(name) has other purchases")
            let entries = try await database.journal(of: player, before: nil, limit: .max)
            try expect(
                entries.count == model.entries(of: player).count, "\(name) has entries that nobody was told of")
        }
        try expect(await database.editionsSold() == model.editionsSold, "editions are miscounted")
    }
}

private struct Weak<Value: AnyObject> {
    weak var value: Value?
}

/// A shared counter of events.
private final class Ticks: Sendable {
    private let last = Atomic(0)

    func next() -> Int { last.wrappingAdd(1, ordering: .sequentiallyConsistent).newValue }
}
