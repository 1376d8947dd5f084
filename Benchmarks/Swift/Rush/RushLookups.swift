import ShelfDatabase
import ShelfModel

/// What a support team asks, timed on the database that a rush has left.
struct RushLookups {
    let database: any ShelfDatabase
    let players: [Int64]

    private static let limit = 100

    /// - Returns: a line for each kind of question, with the median and the longest time.
    func text() async throws -> String {
        let newest = try await database.orders(of: players[0], before: nil, limit: Self.limit).map(\.settled)
        let journal = try await database.journal(of: players[0], before: nil, limit: 1_000_000)
        let items = (0..<40).map { "item-\($0)" }
        return try await [
            time("the newest \(Self.limit) orders of a player", players.prefix(100)) {
                _ = try await database.orders(of: $0, before: nil, limit: Self.limit)
            },
            time("\(Self.limit) entries within a player's journal", stride(from: 0, to: journal.count, by: 50)) {
                _ = try await database.journal(of: players[0], before: journal[$0].id, limit: Self.limit)
            },
            time("the newest \(Self.limit) orders of an item", items) {
                _ = try await database.orders(ofItem: $0, before: nil, limit: Self.limit)
            },
            time("the newest \(Self.limit) orders of a listing", Set(newest.map(\.order.listing))) {
                _ = try await database.orders(ofListing: $0, before: nil, limit: Self.limit)
            },
            time("an order by its number", newest) { _ = try await database.order($0.id) },
            time("an order by its key", newest) { _ = try await database.settled($0.order.id) },
            time("what a player owns", players.prefix(100)) { _ = try await database.inventory(of: $0) },
        ].joined(separator: "\n")
    }

    private func time<Questions: Sequence>(
        _ name: String, _ questions: Questions, _ ask: (Questions.Element) async throws -> Void
    ) async throws -> String {
        var times: [Duration] = []
        for question in questions {
            let began = ContinuousClock.now
            try await ask(question)
            times.append(ContinuousClock.now - began)
        }
        times.sort()
        guard let longest = times.last else { return "\(name): nothing to ask for" }
        return "\(name): median \(times[times.count / 2]), at most \(longest)"
    }
}
