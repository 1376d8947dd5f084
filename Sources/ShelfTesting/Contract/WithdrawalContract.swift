import ShelfDatabase
import ShelfModel

extension DatabaseContract {
    /// The promises of every database about what is withdrawn from sale.
    package static let withdrawals: [DatabaseContract] = [
        DatabaseContract("a withdrawn item is sold no more, in the store that was named or in all") { database in
            let player = try await Trade.player(database, coins: 1000)
            _ = try await database.withdraw(.of(.item("kite", store: "main"), key: "a"))
            func verdict(_ key: String, _ store: String, _ item: String) async throws -> PurchaseVerdict? {
                let answers = try await database.settle([Trade.order(player, key, store: store, item: item)])
                return answers[0].verdict
            }
            try expect(await verdict("1", "main", "kite") == .refused(.withdrawn), "it is sold where it is withdrawn")
            try expect(await verdict("2", "other", "kite") == .sold(number: 1), "another store doesn't sell it")
            try expect(await verdict("3", "main", "star") == .sold(number: 1), "another item isn't sold")
            _ = try await database.withdraw(.of(.item("star", store: nil), key: "b"))
            try expect(await verdict("4", "main", "star") == .refused(.withdrawn), "it is sold in one of all stores")
            try expect(await verdict("5", "other", "star") == .refused(.withdrawn), "it is sold in another of all")
            try expect(await verdict("3", "main", "star") == .sold(number: 1), "what was sold is answered otherwise")
        },
        DatabaseContract("a withdrawn store sells nothing, and the others go on") { database in
            let player = try await Trade.player(database, coins: 1000)
            _ = try await database.withdraw(.of(.store("main"), key: "a"))
            let orders = [Trade.order(player, "1"), Trade.order(player, "2", store: "other")]
            let verdicts = try await database.settle(orders).map(\.verdict)
            try expect(verdicts == [.refused(.withdrawn), .sold(number: 1)], "the verdicts are \(verdicts)")
            try expect(await database.balances(of: player) == ["coins": 960], "a refusal costs something")
        },
        DatabaseContract("a paused store judges nothing until it is resumed, and the others go on") { database in
            let player = try await Trade.player(database, coins: 1000)
            func pause(_ isPaused: Bool, by: String = "ann") async throws -> (pause: StorePause?, isNew: Bool) {
                let order = StorePause.Order(
                    store: "main", isPaused: isPaused, reason: "wrong prices", by: by, at: Trade.noon)
                return try await database.pause(order) { _ in nil }
            }
            func answer(_ key: String, _ store: String = "main") async throws -> PurchaseAnswer {
                try await database.settle([Trade.order(player, key, store: store)])[0]
            }
            let nothing = try await pause(false)
            try expect(nothing.pause == nil && !nothing.isNew, "a store is resumed that was never paused")
            let sold = try await answer("1")
            let paused = try await pause(true)
            try expect(paused.isNew && paused.pause?.isPaused == true, "it isn't paused")
            let again = try await pause(true, by: "ben")
            try expect(!again.isNew && again.pause == paused.pause, "it is paused twice")
            try expect(await answer("2") == .paused, "a paused store sells")
            try expect(await database.settled(Trade.order(player, "2").id) == nil, "what wasn't judged is kept")
            try expect(await answer("1").verdict == sold.verdict, "what was sold before isn't told again")
            try expect(await answer("3", "other").verdict?.isSold == true, "another store doesn't sell")
            try expect(await database.pauses() == [paused.pause].compactMap(\.self), "the pause isn't told")
            let resumed = try await pause(false)
            try expect(resumed.isNew && resumed.pause?.isPaused == false, "it isn't resumed")
            try expect(await answer("2").verdict?.isSold == true, "a resumed store doesn't sell")
            try expect(await database.pauses() == [resumed.pause].compactMap(\.self), "the resumption isn't told")
            try expect(await database.news(at: Trade.noon).pauses == 2, "there is no news of it")
        },
        DatabaseContract("a listing is withdrawn by its position and start, and no other") { database in
            let player = try await Trade.player(database, coins: 1000)
            try await Withdrawals.publish(on: database)
            let answer = try await database.withdraw(.of(Withdrawals.second, key: "a"))
            guard case .withdrawn(let withdrawal, false) = answer else {
                throw Broken(description: "not withdrawn: \(answer)")
            }
            try expect(withdrawal.listing == Withdrawals.name(slot: 4), "another listing: \(withdrawal)")
            let orders = [Trade.order(player, "1", slot: 3), Trade.order(player, "2", slot: 4)]
            let verdicts = try await database.settle(orders).map(\.verdict)
            try expect(verdicts == [.sold(number: 1), .refused(.withdrawn)], "the verdicts are \(verdicts)")
            let nothing = WithdrawalOrder.Goods.listing(store: "main", position: 2, start: Trade.noon + .seconds(1))
            try expect(await database.withdraw(.of(nothing, key: "b")) == .noSuchListing, "a listing from nowhere")
            try expect(await database.withdrawals(before: nil, limit: 9) == [withdrawal], "what is refused is kept")
        },
        DatabaseContract("an operator's key withdraws one thing") { database in
            let first = try await database.withdraw(.of(.item("kite", store: nil), key: "a"))
            let again = try await database.withdraw(.of(.item("kite", store: nil), key: "a"))
            guard case .withdrawn(let withdrawal, false) = first else { throw Broken(description: "not withdrawn") }
            try expect(again == .withdrawn(withdrawal, isReplay: true), "a repetition isn't told")
            try expect(
                await database.withdraw(.of(.item("kite", store: "main"), key: "a")) == .keyReused, "a key does two")
            guard case .withdrawn(_, false) = try await database.withdraw(.of(.store("b"), key: "a", by: "ralph"))
            else { throw Broken(description: "another operator's key is the same") }
            let page = try await database.withdrawals(before: nil, limit: 1)
            try expect(page.map(\.order.by) == ["ralph"], "the newest isn't first")
            let rest = try await database.withdrawals(before: page[0].number, limit: 9)
            try expect(rest == [withdrawal], "the second page is \(rest)")
        },
        DatabaseContract("what is off sale is withdrawn once, until that is lifted") { database in
            try await Withdrawals.publish(on: database)
            let all: [WithdrawalOrder.Goods] = [
                .item("kite", store: nil), .item("kite", store: "main"), .store("main"), Withdrawals.second,
            ]
            var made: [Withdrawal] = []
            for (number, goods) in all.enumerated() {
                guard case .withdrawn(let first, false) = try await database.withdraw(.of(goods, key: "\(number) a"))
                else { throw Broken(description: "\(goods) isn't withdrawn, though another name for it is") }
                made.append(first)
                let second = try await database.withdraw(.of(goods, key: "\(number) b", by: "ralph"))
                try expect(second == .withdrawn(first, isReplay: true), "\(goods) is withdrawn twice: \(second)")
            }
            try expect(await database.withdrawals(before: nil, limit: 9) == made.reversed(), "not one of each is kept")
            for (number, goods) in all.dropLast().enumerated() {
                _ = try await database.lift(made[number].number, key: "\(number) c")
                guard case .withdrawn(let anew, false) = try await database.withdraw(.of(goods, key: "\(number) d")),
                    anew.number != made[number].number
                else { throw Broken(description: "\(goods) can't be withdrawn again after a lift") }
                let second = try await database.withdraw(.of(goods, key: "\(number) e"))
                try expect(second == .withdrawn(anew, isReplay: true), "\(goods) is withdrawn twice after a lift")
            }
        },
        DatabaseContract("what is in force is told until a listing ends, else for ever") { database in
            try await Withdrawals.publish(on: database)
            for (goods, key) in [(Withdrawals.second, "a"), (.item("kite", store: nil), "b"), (.store("main"), "c")] {
                _ = try await database.withdraw(.of(goods, key: key))
            }
            func keys(after seconds: Int) async throws -> [String] {
                try await database.withdrawals(inForceAfter: Trade.noon + .seconds(seconds)).map(\.order.key)
            }
            try expect(await keys(after: 119) == ["a", "b", "c"], "one is missing")
            try expect(await keys(after: 120) == ["b", "c"], "one is told for too long")
        },
        DatabaseContract("a lifted withdrawal holds for what starts within 11 minutes, and for that to its end") {
            database in
            let player = try await Trade.player(database, coins: 1000)
            try await Withdrawals.publish(on: database)
            guard case .withdrawn(let withdrawal, _) = try await database.withdraw(.of(.store("main"), key: "a")),
                case .withdrawn(let lifted, false) = try await database.lift(withdrawal.number, key: "b")
            else { throw Broken(description: "not withdrawn, or not lifted") }
            try expect(lifted.until == Trade.noon + .minutes(11), "it holds until \(lifted.until)")
            let orders = [660, 663, 664].map { Trade.order(player, "\($0)", slot: $0) }
            let verdicts = try await database.settle(orders).map(\.verdict)
            try expect(
                verdicts == [.refused(.withdrawn), .sold(number: 1), .sold(number: 2)], "the verdicts are \(verdicts)")
            try expect(await database.withdrawals(inForceAfter: Trade.noon + .days(31)) == [lifted], "told too short")
            try expect(
                await database.withdrawals(inForceAfter: Trade.noon + .days(31) + .hours(1)).isEmpty,
                "told for too long")
        },
        DatabaseContract("only an item's and a store's withdrawal is lifted, and once") { database in
            try await Withdrawals.publish(on: database)
            guard case .withdrawn(let listing, _) = try await database.withdraw(.of(Withdrawals.second, key: "a")),
                case .withdrawn(let item, _) = try await database.withdraw(.of(.item("kite", store: nil), key: "b"))
            else { throw Broken(description: "not withdrawn") }
            try expect(await database.lift(listing.number, key: "c") == .notLiftable, "a listing's is lifted")
            try expect(await database.lift(99, key: "c") == .notLiftable, "nobody's is lifted")
            try expect(await database.lift(item.number, key: "b") == .keyReused, "a withdrawal's key lifts")
            let lifted = try await database.lift(item.number, key: "c")
            guard case .withdrawn(let after, false) = lifted else { throw Broken(description: "not lifted: \(lifted)") }
            try expect(
                await database.lift(item.number, key: "c") == .withdrawn(after, isReplay: true),
                "a repetition isn't told")
            try expect(await database.lift(item.number, key: "d") == .notLiftable, "it is lifted twice")
            try expect(await database.withdraw(.of(.store("main"), key: "c")) == .keyReused, "a lift's key withdraws")
        },
        DatabaseContract("a withdrawal and its entry in the audit log are stored together") { database in
            @Sendable func entry(_ status: Int) -> AuditEntry {
                AuditEntry(id: 0, at: Trade.noon, by: "anna", what: "POST /v1/admin/withdrawals", status: status)
            }
            _ = try await database.withdraw(.of(.store("main"), key: "a")) { _ in entry(200) }
            _ = try await database.withdraw(.of(.store("other"), key: "a")) { $0 == .keyReused ? entry(409) : nil }
            let log = try await database.auditLog(before: nil, limit: 9)
            try expect(log.map(\.status) == [409, 200], "the log says \(log.map(\.status))")
        },
    ]
}

/// Listings that can be withdrawn.
private enum Withdrawals {
    /// The listing that starts a minute after noon.
    static let second = WithdrawalOrder.Goods.listing(store: "main", position: 2, start: Trade.noon + .minutes(1))

    static func name(slot: Int) -> ListingName {
        ListingName(store: "main", chain: [UInt8](repeating: 5, count: 16), slot: slot, position: 2, revision: 0)
    }

    /// Publishes two listings of a minute each, as
    /// ``Trade/order(_:_:store:price:offered:currency:item:slot:edition:stock:limits:card:at:)`` names them.
    static func publish(on database: any ShelfDatabase) async throws {
        _ = try await database.create(
            StoredStore(id: "main", signingSeed: [1], scheduleSeed: [2], cardBytes: 256, createdAt: Trade.noon))
        let drawn = [3, 4].map { slot in
            StoredListing(
                listing: Listing(
                    position: 2, start: Trade.noon + .minutes(slot - 3), seconds: 60, item: "kite"),
                revision: 0, chain: name(slot: slot).chain, slot: slot, card: [7], sealed: [8])
        }
        _ = try await database.add(
            StoredChain(
                id: name(slot: 3).chain, previous: nil, store: "main", epoch: Trade.noon - .seconds(3), slots: 3600,
                lead: .milliseconds(300), appSecret: nil, spacing: 300, checkpoints: [1]))
        let window = StoredWindow(store: "main", sequence: 1, issuedAt: Trade.noon, digest: "a", bytes: [9])
        _ = try await database.publish([
            Publication(previous: nil, window: window, drawn: drawn, editionsLeft: EditionsLeft())
        ])
    }
}

extension WithdrawalOrder {
    fileprivate static func of(_ goods: Goods, key: String, by: String = "anna") -> WithdrawalOrder {
        WithdrawalOrder(goods: goods, reason: "wrong price", by: by, key: key, at: Trade.noon)
    }
}

extension WithdrawalDatabase {
    fileprivate func withdraw(_ order: WithdrawalOrder) async throws -> WithdrawalAnswer {
        try await withdraw(order) { _ in nil }
    }

    fileprivate func lift(_ number: Int64, key: String) async throws -> WithdrawalAnswer {
        try await lift(
            LiftOrder(withdrawal: number, reason: "all right", by: "anna", key: key, at: Trade.noon)
        ) { _ in nil }
    }
}
