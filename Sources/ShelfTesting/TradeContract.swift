package import ShelfDatabase
package import ShelfModel

extension DatabaseContract {
    /// What every database promises of money and goods.
    package static let trade: [DatabaseContract] = [
        DatabaseContract("a credential finds its player, who is given the welcome once") { database in
            let first = try await database.player(credential: [1], gifts: ["coins": 70], at: Trade.noon)
            let again = try await database.player(credential: [1], gifts: ["coins": 70], at: Trade.noon)
            let other = try await database.player(credential: [2], gifts: [:], at: Trade.noon)
            try expect(first == again && first != other, "credentials and players don't belong together")
            try expect(await database.balances(of: first) == ["coins": 70], "the welcome isn't there once")
            try expect(await database.balances(of: other).isEmpty, "a player is given what others are given")
        },
        DatabaseContract("many come in at once, each as who they are") { database in
            let arrivals = [(1, 5), (2, 6), (1, 7)].map { Trade.arrival(credential: $0, token: $1) }
            let signedIn = try await database.signIn(arrivals)
            try expect(signedIn[0].player == signedIn[2].player, "one credential is two players")
            try expect(signedIn[0].player != signedIn[1].player, "two credentials are one player")
            try expect(Set(signedIn.map(\.family)).count == 3, "two share a family")
            try expect(await database.balances(of: signedIn[0].player) == ["coins": 70], "the welcome isn't there once")
            for (arrival, signedIn) in zip(arrivals, signedIn) {
                let answer = try await database.rotate(
                    family: signedIn.family, presented: arrival.token, next: [9], until: arrival.until, at: arrival.at)
                try expect(answer == .rotated(player: signedIn.player), "a token isn't of its family")
            }
        },
        DatabaseContract("a secret is kept as it was first given") { database in
            try expect(await database.keep(secret: [1, 2], as: "a") == [1, 2], "the first isn't kept")
            try expect(await database.keep(secret: [3], as: "a") == [1, 2], "a second replaces the first")
            try expect(await database.keep(secret: [3], as: "b") == [3], "names are mixed up")
        },
        DatabaseContract("an old refresh token that comes back ends its family") { database in
            let signedIn = try await database.signIn([Trade.arrival(token: 1, until: Trade.noon + .days(1))])[0]
            let (player, family) = (signedIn.player, signedIn.family)
            func rotate(_ presented: UInt8, _ next: UInt8, _ at: Instant = Trade.noon) async throws -> RotationAnswer {
                try await database.rotate(
                    family: family, presented: [presented], next: [next], until: Trade.noon + .days(2), at: at)
            }
            try expect(await rotate(1, 2) == .rotated(player: player), "the newest token is refused")
            try expect(
                await rotate(2, 3, Trade.noon + .days(1)) == .rotated(player: player), "rotation doesn't prolong")
            try expect(await rotate(2, 4) == .revoked, "an old token is taken")
            try expect(await rotate(3, 4) == .unknown, "a revoked family goes on")
            let short = try await database.signIn([Trade.arrival(token: 9, until: Trade.noon)])[0].family
            let late = try await database.rotate(
                family: short, presented: [9], next: [8], until: Trade.noon + .days(1), at: Trade.noon)
            try expect(late == .unknown, "an expired family goes on")
        },
        DatabaseContract("a batch is judged order by order, and kept") { database in
            let player = try await Trade.player(database, coins: 100)
            let answers = try await database.settle([
                Trade.order(player, "a"), Trade.order(player, "b", price: 90), Trade.order(player, "c"),
                Trade.order(player, "a"),
            ])
            try expect(
                answers.map(\.verdict) == [
                    .sold(number: 1), .refused(.insufficientFunds), .sold(number: 2), .sold(number: 1),
                ],
                "verdicts are wrong")
            try expect(
                answers.map(\.isReplay) == [false, false, false, true], "a repeated order isn't told from a new one")
            try expect(await database.balances(of: player) == ["coins": 20], "the balance is wrong")
            try expect(answers.map(\.balance) == [60, 60, 20, 20], "balances are told wrongly")
            try expect(
                await database.inventory(of: player) == [OwnedItem(item: "kite", count: 2, numbers: [1, 2])],
                "the inventory is wrong")
            try expect(
                await database.orders(of: player, before: nil, limit: 9).map(\.settled.order.id.key) == [
                    "c", "b", "a",
                ],
                "orders are lost or unordered")
            try expect(await database.editionsSold() == ["kite": 2], "the edition is miscounted")
            try expect(await database.unbalancedWallets().isEmpty, "a balance is not the sum of its entries")
        },
        DatabaseContract("an order that was settled is answered the same in another batch") { database in
            let player = try await Trade.player(database, coins: 40)
            let first = try await database.settle([Trade.order(player, "a"), Trade.order(player, "b")])
            _ = try await database.post(Trade.posting(player, 500, "more"))
            let second = try await database.settle([Trade.order(player, "b"), Trade.order(player, "a")])
            try expect(second.map(\.settled) == Array(first.map(\.settled).reversed()), "a second answer differs")
            try expect(second.map(\.isReplay) == [true, true], "a replay isn't told")
            let reused = try await database.settle([Trade.order(player, "a", price: 41)])
            try expect(reused == [.keyReused], "a key is taken for another wish")
            try expect(
                await database.settled(OrderID(player: player, key: "a")) == first[0].settled, "not found by its key")
        },
        DatabaseContract("limits and stock hold from batch to batch") { database in
            let player = try await Trade.player(database, coins: 1000)
            func verdict(_ key: String, stock: Int64? = nil, _ limits: PurchaseLimits = .none) async throws
                -> PurchaseVerdict?
            {
                try await database.settle([Trade.order(player, key, slot: 1, stock: stock, limits: limits)])[0].verdict
            }
            try expect(await verdict("a", stock: 1, PurchaseLimits(listing: 2, day: 2)) == .sold(number: 1), "not sold")
            try expect(await verdict("b", stock: 1) == .refused(.soldOut), "more is sold than there is")
            try expect(await verdict("c", PurchaseLimits(item: 1)) == .refused(.ownedAlready), "owned twice")
            try expect(
                await verdict("d", PurchaseLimits(listing: 1)) == .refused(.limitReached), "a listing's limit is lost")
            try expect(await verdict("e", PurchaseLimits(day: 1)) == .refused(.limitReached), "a day's limit is lost")
            try expect(await verdict("f", PurchaseLimits(day: 2)) == .sold(number: 2), "a limit holds too early")
        },
        DatabaseContract("a posting is made once, and never below zero nor beyond the largest number") { database in
            let player = try await Trade.player(database)
            let first = try await database.post(Trade.posting(player, 50, "a"))
            guard case .posted(let entry, 50, false) = first else { throw Broken(description: "not posted") }
            try expect(
                await database.post(Trade.posting(player, 50, "a")) == .posted(entry, balance: 50, isReplay: true),
                "posted twice")
            try expect(await database.post(Trade.posting(player, 51, "a")) == .keyReused, "a key is taken twice")
            try expect(await database.post(Trade.posting(player, -51, "b")) == .impossible(balance: 50), "below zero")
            try expect(
                await database.post(Trade.posting(player, .max, "c")) == .impossible(balance: 50), "beyond the largest")
            try expect(await database.post(Trade.posting(99, 1, "d")) == .unknownPlayer, "nobody's wallet")
            guard
                case .posted(_, 0, false) = try await database.post(
                    Trade.posting(player, -80, "e", takesWhatIsThere: true))
            else { throw Broken(description: "what is there isn't taken") }
            try expect(
                await database.journal(of: player, before: nil, limit: 9).map(\.amount) == [-50, 50],
                "the journal is wrong")
            try expect(await database.unbalancedWallets().isEmpty, "a balance is not the sum of its entries")
        },
        DatabaseContract("a purchase is taken back once, and its number is never sold again") { database in
            let player = try await Trade.player(database, coins: 100)
            _ = try await database.settle([Trade.order(player, "a"), Trade.order(player, "b", price: 900)])
            let refund = Trade.reversal(1, "r")
            guard case .reversed(let kept, 100, false) = try await database.reverse(refund), kept.reversal == refund
            else { throw Broken(description: "not refunded") }
            guard case .reversed(kept, 100, true) = try await database.reverse(refund) else {
                throw Broken(description: "a repeated refund isn't told from a new one")
            }
            try expect(await database.reverse(Trade.reversal(1, "s")) == .reversedAlready(refund), "refunded twice")
            try expect(await database.reverse(Trade.reversal(2, "t")) == .notSold, "a refused order is refunded")
            try expect(await database.reverse(Trade.reversal(99, "u")) == .notSold, "nothing is refunded")
            try expect(await database.inventory(of: player).isEmpty, "it is still owned")
            let next = try await database.settle([Trade.order(player, "c")])
            try expect(next[0].verdict == .sold(number: 2), "a number is sold twice")
            try expect(await database.order(1) == kept, "the reversal isn't remembered")
            _ = try await database.reverse(Trade.reversal(3, "v", .revocation))
            try expect(await database.balances(of: player) == ["coins": 60], "a revocation pays")
            try expect(await database.unbalancedWallets().isEmpty, "a balance is not the sum of its entries")
        },
        DatabaseContract("an operator's key is good for one thing") { database in
            let player = try await Trade.player(database, coins: 200)
            _ = try await database.settle(["a", "b", "c"].map { Trade.order(player, $0) })
            _ = try await database.reverse(Trade.reversal(1, "k"))
            func again(_ purchase: Int64, _ kind: Reversal.Kind, _ reason: String) async throws -> ReversalAnswer {
                try await database.reverse(
                    Reversal(purchase: purchase, kind: kind, reason: reason, by: "anna", key: "k", at: Trade.noon))
            }
            try expect(await again(2, .refund, "test") == .keyReused, "it takes a second purchase back")
            try expect(await again(1, .revocation, "test") == .keyReused, "another kind is the same")
            try expect(await again(1, .refund, "other") == .keyReused, "another reason is the same")
            try expect(await database.post(Trade.posting(player, 5, "k")) == .keyReused, "it posts as well")
            _ = try await database.post(Trade.posting(player, 5, "p"))
            try expect(await database.reverse(Trade.reversal(2, "p")) == .keyReused, "a posting's takes back")
            try expect(await database.balances(of: player) == ["coins": 125], "the balance is wrong")
            let bens = Reversal(purchase: 2, kind: .refund, reason: "test", by: "ben", key: "k", at: Trade.noon)
            guard case .reversed(_, 165, false) = try await database.reverse(bens) else {
                throw Broken(description: "another operator's key is taken for this one's")
            }
        },
        DatabaseContract("what an operator does is written down with it, however it ends") { database in
            let player = try await Trade.player(database, coins: 40)
            _ = try await database.settle([Trade.order(player, "a")])
            @Sendable func entry(_ id: Int64, _ what: String) -> AuditEntry {
                AuditEntry(id: id, at: Trade.noon, by: "anna", what: what, status: 200)
            }
            for (amount, key) in [(5, "p"), (5, "p"), (6, "p")] as [(Int64, String)] {
                _ = try await database.post(Trade.posting(player, amount, key)) { answer in
                    entry(0, answer == .keyReused ? "reused" : "posted")
                }
            }
            _ = try await database.reverse(Trade.reversal(1, "r")) { _ in entry(0, "reversed") }
            _ = try await database.reverse(Trade.reversal(9, "s")) { $0 == .notSold ? entry(0, "not sold") : nil }
            _ = try await database.post(Trade.posting(player, 7, "q"))
            let log = try await database.auditLog(before: nil, limit: 9)
            let told = ["posted", "posted", "reused", "reversed", "not sold"].enumerated()
            try expect(log == told.map { entry(Int64($0 + 1), $1) }.reversed(), "\(log)")
        },
        DatabaseContract("refusals are forgotten in time, however many, and purchases never") { database in
            let player = try await Trade.player(database, coins: 40)
            _ = try await database.settle([Trade.order(player, "a")] + Trade.refused(player, 2500))
            try await database.forgetRefusals(before: Trade.noon + .days(1))
            let kept = try await database.orders(of: player, before: nil, limit: 9)
            try expect(kept.map(\.settled.order.id.key) == ["a"], "what is forgotten is wrong")
        },
        DatabaseContract("random histories agree with a simple model") { database in
            var earlier: PlainTrade?
            for seed in 0..<6 {
                var history = TradeHistory(seed: UInt64(seed), after: earlier)
                try await history.play(on: database)
                earlier = history.model
            }
        },
    ]
}

/// Short ways to say what players and operators do.
package enum Trade {
    package static let noon = Instant(milliseconds: 1_800_000_000_000)

    static func arrival(credential: UInt8 = 3, token: UInt8, until: Instant = noon + .days(1)) -> Arrival {
        Arrival(
            credential: [credential], gifts: ["coins": 70], token: [token], until: until,
            at: min(noon, until - .days(1)))
    }

    package static func player(_ database: any ShelfDatabase, coins: Int64 = 0) async throws -> Int64 {
        try await database.player(credential: [77], gifts: ["coins": coins], at: noon)
    }

    /// Orders at a price that nobody can pay, with the keys `no 0`, `no 1` …
    package static func refused(_ player: Int64, _ count: Int) -> [PurchaseOrder] {
        (0..<count).map { order(player, "no \($0)", price: 900) }
    }

    package static func order(
        _ player: Int64, _ key: String, store: String = "main", price: Int64 = 40, item: String = "kite", slot: Int = 3,
        edition: Int64? = 100, stock: Int64? = nil, limits: PurchaseLimits = .none, at: Instant = noon
    ) -> PurchaseOrder {
        PurchaseOrder(
            player: player, key: key,
            listing: ListingName(
                store: store, chain: [UInt8](repeating: 5, count: 16), slot: slot, position: 2, revision: 0),
            offered: price, at: at,
            terms: SaleTerms(
                item: item, currency: "coins", price: price, end: noon + .minutes(1), edition: edition, stock: stock,
                limits: limits))
    }

    package static func posting(_ player: Int64, _ amount: Int64, _ key: String, takesWhatIsThere: Bool = false)
        -> Posting
    {
        Posting(
            player: player, currency: "coins", amount: amount, counterpart: .grants, reason: "test", by: "anna",
            key: key, at: noon, takesWhatIsThere: takesWhatIsThere)
    }

    package static func reversal(_ purchase: Int64, _ key: String, _ kind: Reversal.Kind = .refund) -> Reversal {
        Reversal(purchase: purchase, kind: kind, reason: "test", by: "anna", key: key, at: noon)
    }
}

extension PurchaseAnswer {
    package var settled: SettledOrder? {
        if case .judged(let settled, _, _) = self { settled } else { nil }
    }

    package var verdict: PurchaseVerdict? { settled?.verdict }

    package var balance: Int64? {
        if case .judged(_, let balance, _) = self { balance } else { nil }
    }

    package var isReplay: Bool {
        if case .judged(_, _, let isReplay) = self { isReplay } else { false }
    }
}
