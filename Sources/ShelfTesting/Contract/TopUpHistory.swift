import ShelfDatabase
import ShelfModel

/// Sends claims and revisions of a few transactions to a database and to a simple model, in random order, late and
/// repeated.
///
/// Nobody spends in between. So in the end each wallet must hold exactly what the newest revision of each of its
/// transactions leaves.
struct TopUpHistory {
    private struct Word {
        let minute: Int
        let share: Int64
    }

    private var random: SplitMix64
    private let name: String
    private var owners: [Int: Int64] = [:]
    private var words: [Int: Word] = [:]
    private static let worth: Int64 = 1000

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
        name = "u\(seed)"
    }

    mutating func play(on database: any ShelfDatabase) async throws {
        var players: [Int64] = []
        for index in 0..<3 {
            let credential = Array("\(name) \(index)".utf8)
            players.append(try await database.player(credential: credential, gifts: [:], at: Trade.noon))
        }
        for _ in 0..<80 {
            let transaction = random.below(6)
            if random.below(2) == 0 {
                try await claim(transaction, by: players[random.below(3)], on: database)
            } else {
                try await revise(transaction, on: database)
            }
        }
        for player in players {
            let expected = owners.filter { $0.value == player }.map { left(of: $0.key) }.reduce(0, +)
            let balance = try await database.balances(of: player)["coins"] ?? 0
            try expect(balance == expected, "a wallet holds \(balance), not \(expected)")
        }
        try expect(await database.unbalancedWallets().isEmpty, "a balance is not the sum of its entries")
    }

    private mutating func claim(_ transaction: Int, by player: Int64, on database: any ShelfDatabase) async throws {
        let isReplay = owners[transaction] != nil
        owners[transaction] = owners[transaction] ?? player
        let claim = TopUpClaim(player: player, product: "gold", currency: "coins", amount: Self.worth)
        let answer = try await database.topUp(claim, transaction: "\(name) \(transaction)", at: Trade.noon)
        switch answer {
        case .anothers: try expect(owners[transaction] != player, "a player's own is another's")
        case .revoked: try expect(left(of: transaction) == 0, "not all of it is revoked")
        case .counted(let account, _, isReplay):
            try expect(owners[transaction] == player, "another's counts")
            try expect(account.given == left(of: transaction), "\(account.given) was given")
        default: throw DatabaseContract.Broken(description: "\(answer)")
        }
    }

    private mutating func revise(_ transaction: Int, on database: any ShelfDatabase) async throws {
        let shares: [Int64] = [0, 0, 12_345, 50_000, 100_000, 100_000]
        let word = Word(minute: random.below(30), share: shares[random.below(shares.count)])
        if word.minute > words[transaction]?.minute ?? -1 { words[transaction] = word }
        let account = try await TopUps.revise(
            database, TopUps.share(word.share), word.minute, "\(name) \(transaction)")
        try expect(account.outstanding == 0, "\(account.outstanding) are outstanding")
    }

    private func left(of transaction: Int) -> Int64 {
        Self.worth - Self.worth * (words[transaction]?.share ?? 0) / 100_000
    }
}
