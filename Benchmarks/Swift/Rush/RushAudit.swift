import ShelfDatabase
import ShelfModel

/// Holds what the database has kept after a rush against what the crowd was told.
struct RushAudit {
    let database: any ShelfDatabase
    /// The numbers of the players in the crowd.
    let players: [Int64]
    /// What each player had before the first purchase.
    let welcome: Int64

    /// Something is lost, sold twice or paid wrongly.
    struct Fault: Error, CustomStringConvertible {
        let description: String
    }

    /// - Parameters:
    ///   - confirmed: how many purchases were answered with 200.
    ///   - unknown: how many orders were answered with an unknown outcome, so that they may have been judged.
    /// - Returns: a sentence about what was counted.
    /// - Throws: ``Fault``.
    func check(confirmed: Int, unknown: Int) async throws -> String {
        var (sold, copies) = (0, [Item.ID: [Int64]]())
        for player in players {
            let orders = try await purchases(of: player)
            sold += orders.count
            for case (let item, .sold(let number?)) in orders.map({ ($0.order.item, $0.verdict) }) {
                copies[item, default: []].append(number)
            }
            let paid = orders.reduce(0) { $0 + $1.order.offered }
            let left = try await database.balances(of: player)["coins"]
            guard left == welcome - paid else {
                throw Fault(description: "player \(player) paid \(paid) and has \(left ?? 0) of \(welcome)")
            }
        }
        guard (confirmed...confirmed + unknown).contains(sold) else {
            throw Fault(description: "\(confirmed) purchases were confirmed, \(sold) are kept")
        }
        for (item, numbers) in copies where numbers.sorted() != Array(1...Int64(numbers.count)) {
            throw Fault(description: "the \(numbers.count) copies of \(item) aren't numbered from 1 without a gap")
        }
        let limited = copies.values.reduce(0) { $0 + $1.count }
        return """
            audited: \(sold) purchases kept, \(confirmed) confirmed, each paid once; \
            \(limited) numbered copies of \(copies.count) limited editions, each number once
            """
    }

    private func purchases(of player: Int64) async throws -> [SettledOrder] {
        var (found, before) = ([SettledOrder](), Int64?.none)
        while true {
            let page = try await database.orders(of: player, before: before, limit: 1000)
            found += page.map(\.settled).filter(\.verdict.isSold)
            guard let last = page.last else { return found }
            before = last.settled.id
        }
    }
}
