package import ShelfDatabase
import ShelfModel
import ShelfServer
import Synchronization

/// A random history of purchases, retries, grants, refunds and revocations, all at once and in a shop that closes and
/// opens again, held against the plain model.
package struct ConcurrentHistory {
    private let opening: () throws -> any ShelfDatabase
    private let players: [Int64]
    private let start: PlainTrade
    private var requests: RandomRequests
    private let ticks = Ticks()
    package private(set) var lanes = [[TradeCall]](repeating: [], count: 12)
    package private(set) var openings = 0

    private static let calls = 240
    private static let welcome: Int64 = 150

    /// - Parameter opening: opens the same database each time, which must be empty at first.
    package init(seed: UInt64, opening: @escaping () throws -> any ShelfDatabase) async throws {
        self.opening = opening
        let database = try opening()
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
        let database = try opening()
        try await HistoryAudit(database, players, calls).check(given: Self.welcome)
        try await compare(database, SerialOrder(lanes, journal: journal(in: database)).replay(from: start))
    }

    package var calls: [TradeCall] { lanes.flatMap(\.self) }

    /// How many calls began before an earlier one had ended.
    package var overlapping: Int {
        let inOrder = calls.sorted { $0.began < $1.began }
        return zip(inOrder, inOrder.dropFirst()).count { $1.began < $0.ended }
    }

    /// How many were answered how.
    package var outcomes: [String: Int] { calls.reduce(into: [:]) { $0[$1.answer.outcome, default: 0] += 1 } }

    private mutating func open() async throws {
        openings += 1
        weak var till: Till?
        do {
            let database = try opening()
            let opened = Till(database: database)
            till = opened
            try await serve(requests.day(lanes: lanes.count), at: opened, database)
        }
        // The last batch's task holds the database for a moment longer; it is closed when that lets go.
        while till != nil { await Task.yield() }
    }

    private mutating func serve(_ day: [[TradeRequest]], at till: Till, _ database: any ShelfDatabase) async throws {
        try await withThrowingTaskGroup(of: (Int, [TradeCall]).self) { group in
            for (lane, requests) in day.enumerated() {
                group.addTask { [ticks] in
                    var calls: [TradeCall] = []
                    for request in requests {
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
        for player in players { entries += try await database.journal(of: player, before: nil, limit: .max) }
        return entries.sorted { $0.id < $1.id }
    }

    private func compare(_ database: any ShelfDatabase, _ model: PlainTrade) async throws {
        for player in players {
            let name = "player \(player)"
            let coins = try await database.balances(of: player)["coins"]
            try expect(coins == model.balance(of: player), "\(name) has \(String(describing: coins))")
            try expect(
                await database.inventory(of: player) == model.inventory(of: player), "\(name) owns other things")
            let kept = model.kept.filter { $0.settled.order.id.player == player }
            try expect(
                await database.orders(of: player, before: nil, limit: .max) == kept.reversed(),
                "\(name) has other purchases")
        }
        try expect(await journal(in: database) == model.entries, "there are entries that nobody was told of")
        try expect(await database.editionsSold() == model.editionsSold, "editions are miscounted")
    }
}

/// Counts what happens, whoever sees it.
private final class Ticks: Sendable {
    private let last = Atomic(0)

    func next() -> Int { last.wrappingAdd(1, ordering: .sequentiallyConsistent).newValue }
}
