import ShelfDatabase
import ShelfModel

extension DatabaseContract {
    /// The promises of every database about real money.
    package static let topUps: [DatabaseContract] = [
        DatabaseContract("a transaction tops up once, no matter who sends it") { database in
            let (player, other) = try await TopUps.players(database)
            let first = try await TopUps.claim(database, player)
            let account = TopUpAccount(transaction: "t1", claim: TopUps.claim(player), given: 100)
            try expect(first == .counted(account, balance: 107, isReplay: false), "not counted")
            let again = try await TopUps.claim(database, player)
            try expect(again == .counted(account, balance: 107, isReplay: true), "counted twice")
            try expect(await TopUps.claim(database, other) == .anothers, "another tops up with it")
            try expect(await database.balances(of: player) == ["coins": 107], "the balance is wrong")
            try expect(await database.balances(of: other) == ["coins": 7], "another's balance has changed")
            try expect(await database.topUpAccount(of: "t1") == account, "the account isn't kept")
            try expect(await database.topUpAccount(of: "t2") == nil, "an account comes from nowhere")
            try expect(await TopUps.claim(database, 99, "t3") == .unknownPlayer, "nobody's wallet")
            try expect(await database.topUpAccount(of: "t3") == nil, "what is refused is kept")
        },
        DatabaseContract("a claim that comes again with another worth is answered by the first") { database in
            let (player, _) = try await TopUps.players(database)
            _ = try await TopUps.claim(database, player)
            let again = try await database.topUp(
                TopUps.claim(player, amount: 500), transaction: "t1", at: Trade.noon + .days(1))
            let account = TopUpAccount(transaction: "t1", claim: TopUps.claim(player), given: 100)
            try expect(again == .counted(account, balance: 107, isReplay: true), "a new worth counts")
        },
        DatabaseContract("a top-up and its refund stand in the journal") { database in
            let (player, _) = try await TopUps.players(database)
            _ = try await TopUps.claim(database, player)
            _ = try await TopUps.revise(database, .whole, 1)
            let entries = try await database.journal(of: player, before: nil, limit: 9)
            try expect(entries.map(\.amount) == [-100, 100, 7], "amounts are wrong")
            try expect(entries.prefix(2).allSatisfy { $0.counterpart == .topUps }, "the other side is wrong")
            try expect(entries.map(\.by) == ["app store", "player", "server"], "who did it is wrong")
            try expect(entries[0].reason == "refund of gold", "\(entries[0].reason)")
            try expect(entries[1].reason == "top-up of gold", "\(entries[1].reason)")
            try expect(entries[1].key == "top-up t1", "the transaction isn't named")
            try expect(await database.unbalancedWallets().isEmpty, "a balance is not the sum of its entries")
        },
        DatabaseContract("what is revoked is taken by its share of all, and never twice") { database in
            let (player, _) = try await TopUps.players(database)
            _ = try await TopUps.claim(database, player)
            func balance(after share: Int64, _ minute: Int) async throws -> Int64? {
                _ = try await TopUps.revise(database, TopUps.share(share), minute)
                return try await database.balances(of: player)["coins"]
            }
            try expect(await balance(after: 30_000, 1) == 77, "not 30 %")
            try expect(await balance(after: 30_000, 1) == 77, "taken twice")
            try expect(await balance(after: 30_000, 2) == 77, "taken twice, signed anew")
            try expect(await balance(after: 50_500, 3) == 57, "not 50 % in all, a doubt being the player's")
            try expect(await balance(after: 100_000, 4) == 7, "not all")
            try expect(await TopUps.claim(database, player) == .revoked, "it can still be sent")
        },
        DatabaseContract("what was signed later holds, in whatever order it comes") { database in
            let (player, _) = try await TopUps.players(database)
            _ = try await TopUps.claim(database, player)
            _ = try await TopUps.revise(database, .none, 5)
            let late = try await TopUps.revise(database, .whole, 4)
            try expect(late.revised == Trade.noon + .minutes(5) && late.revoked == .none, "an old word holds")
            try expect(await database.balances(of: player) == ["coins": 107], "an old refund takes")
            _ = try await TopUps.revise(database, .whole, 6)
            try expect(await database.balances(of: player) == ["coins": 7], "a new refund doesn't take")
            _ = try await TopUps.revise(database, .none, 7)
            try expect(await database.balances(of: player) == ["coins": 107], "what was good again isn't given")
        },
        DatabaseContract("a refund that comes first is remembered") { database in
            let (player, other) = try await TopUps.players(database)
            _ = try await TopUps.revise(database, .whole, 1)
            try expect(await TopUps.claim(database, player) == .revoked, "it tops up all the same")
            try expect(await TopUps.claim(database, other) == .anothers, "it is anybody's")
            try expect(await database.balances(of: player) == ["coins": 7], "something was given")
            _ = try await TopUps.revise(database, .none, 2)
            try expect(await database.balances(of: player) == ["coins": 107], "good again, it isn't given")
            _ = try await TopUps.revise(database, TopUps.share(25_000), 1, "t2")
            let partly = try await TopUps.claim(database, player, "t2")
            guard case .counted(let account, 182, false) = partly, account.given == 75 else {
                throw Broken(description: "what is left of it isn't given: \(partly)")
            }
        },
        DatabaseContract("what was spent is not taken, and is told") { database in
            let (player, _) = try await TopUps.players(database)
            _ = try await TopUps.claim(database, player)
            _ = try await database.post(Trade.posting(player, -80, "spent"))
            let account = try await TopUps.revise(database, .whole, 1)
            try expect(await database.balances(of: player) == ["coins": 0], "not what is there")
            try expect(account.given == 73 && account.outstanding == -73, "what is lacking isn't told")
            let entry = try await database.journal(of: player, before: nil, limit: 1)
            try expect(entry.map(\.amount) == [-27], "more was taken than was there")
            try expect(entry.map(\.reason) == ["refund of gold, 73 lacking"], "support can't see it")
            _ = try await TopUps.revise(database, .none, 2)
            try expect(await database.balances(of: player) == ["coins": 27], "more is given again than was taken")
            _ = try await database.post(Trade.posting(player, -27, "spent too"))
            _ = try await TopUps.revise(database, .whole, 3)
            let empty = try await database.journal(of: player, before: nil, limit: 1)
            try expect(empty.map(\.amount) == [0], "an empty wallet isn't told")
            try expect(empty.map(\.reason) == ["refund of gold, 100 lacking"], "support can't see it")
            try expect(await database.unbalancedWallets().isEmpty, "a balance is not the sum of its entries")
        },
        DatabaseContract("what was spent before its refund stays spent, whatever is signed later") { database in
            let (player, _) = try await TopUps.players(database)
            _ = try await TopUps.claim(database, player)
            _ = try await database.post(Trade.posting(player, -90, "spent"))
            _ = try await TopUps.revise(database, .whole, 1)
            _ = try await database.post(Trade.posting(player, 50, "earned"))
            func balance(after share: Int64, _ minute: Int) async throws -> Int64? {
                _ = try await TopUps.revise(database, TopUps.share(share), minute)
                return try await database.balances(of: player)["coins"]
            }
            try expect(await balance(after: 100_000, 2) == 50, "the same share takes again")
            try expect(await balance(after: 30_000, 3) == 50, "a smaller share takes")
            try expect(await balance(after: 70_000, 4) == 10, "not what is newly revoked")
            try expect(await balance(after: 0, 5) == 67, "not what was taken is given again")
            try expect(await database.unbalancedWallets().isEmpty, "a balance is not the sum of its entries")
        },
        DatabaseContract("a top-up that finds no room is kept, and given when it comes again") { database in
            let (player, other) = try await TopUps.players(database)
            _ = try await database.post(Trade.posting(player, 9_007_199_254_740_934, "rich"))
            let full = TopUpAnswer.impossible(balance: 9_007_199_254_740_941)
            for _ in 0..<2 { try expect(await TopUps.claim(database, player) == full, "a wallet holds too much") }
            let kept = TopUpAccount(transaction: "t1", claim: TopUps.claim(player))
            try expect(await database.topUpAccount(of: "t1") == kept, "it isn't kept")
            try expect(await TopUps.claim(database, other) == .anothers, "another tops up with it")
            _ = try await database.post(Trade.posting(player, -50, "poorer"))
            let given = TopUpAccount(transaction: "t1", claim: TopUps.claim(player), given: 100)
            for isReplay in [false, true] {
                let counted = TopUpAnswer.counted(given, balance: 9_007_199_254_740_991, isReplay: isReplay)
                try expect(await TopUps.claim(database, player) == counted, "it isn't given once")
            }
            try expect(await database.unbalancedWallets().isEmpty, "a balance is not the sum of its entries")
        },
        DatabaseContract("what is good again while the wallet is full is given when it comes again") { database in
            let (player, _) = try await TopUps.players(database)
            _ = try await TopUps.claim(database, player)
            _ = try await TopUps.revise(database, .whole, 1)
            _ = try await database.post(Trade.posting(player, 9_007_199_254_740_984, "full"))
            try expect(await TopUps.revise(database, .none, 2).outstanding == 100, "a wallet holds too much")
            try expect(
                await TopUps.claim(database, player) == .impossible(balance: 9_007_199_254_740_991), "a full wallet")
            _ = try await database.post(Trade.posting(player, -100, "poorer"))
            guard case .counted(let account, 9_007_199_254_740_991, false) = try await TopUps.claim(database, player),
                account.outstanding == 0
            else { throw Broken(description: "it isn't given") }
            let entry = try await database.journal(of: player, before: nil, limit: 1)
            try expect(entry.map(\.amount) == [100] && entry.map(\.by) == ["player"], "\(entry)")
            try expect(await database.unbalancedWallets().isEmpty, "a balance is not the sum of its entries")
        },
        DatabaseContract("random news of transactions agree with a simple model") { database in
            for seed in 0..<8 {
                var history = TopUpHistory(seed: UInt64(seed))
                try await history.play(on: database)
            }
        },
    ]
}

/// Shorthands for what the App Store and players do.
enum TopUps {
    /// Creates two players with seven coins each.
    static func players(_ database: any ShelfDatabase) async throws -> (Int64, Int64) {
        let first = try await database.player(credential: [70], gifts: ["coins": 7], at: Trade.noon)
        let second = try await database.player(credential: [71], gifts: ["coins": 7], at: Trade.noon)
        return (first, second)
    }

    static func claim(_ player: Int64, amount: Int64 = 100) -> TopUpClaim {
        TopUpClaim(player: player, product: "gold", currency: "coins", amount: amount)
    }

    static func claim(
        _ database: any ShelfDatabase, _ player: Int64, _ transaction: String = "t1"
    ) async throws -> TopUpAnswer {
        try await database.topUp(claim(player), transaction: transaction, at: Trade.noon)
    }

    /// - Parameter minute: when it was signed, in minutes after noon.
    @discardableResult
    static func revise(
        _ database: any ShelfDatabase, _ revoked: RevokedShare, _ minute: Int, _ transaction: String = "t1"
    ) async throws -> TopUpAccount {
        try await database.revise(
            TopUpRevision(transaction: transaction, revoked: revoked, signed: Trade.noon + .minutes(minute)),
            at: Trade.noon + .hours(1))
    }

    static func share(_ thousandths: Int64) -> RevokedShare { RevokedShare(thousandthsOfPercent: thousandths)! }
}
