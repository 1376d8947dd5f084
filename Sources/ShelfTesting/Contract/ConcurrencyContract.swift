package import ShelfDatabase
import ShelfModel

/// The promises that a database must keep when several servers write to it at the same time. Each one is tested with a
/// fresh database.
package struct ConcurrencyContract: Sendable {
    package typealias Opening = @Sendable () async throws -> any ShelfDatabase

    package let promise: String
    /// - Parameter open: opens the same data anew, as another server would.
    package let check: @Sendable (_ open: @escaping Opening) async throws -> Void

    package static let all: [ConcurrencyContract] = [
        ConcurrencyContract("money is spent once") { two in
            let player = try await Trade.player(two[0], coins: 1000)
            let answers = try await two.atOnce { database, server in
                try await database.settle((0..<20).map { Trade.order(player, "\(server) \($0)") })
            }
            let verdicts = answers.flatMap(\.self).compactMap(\.verdict)
            try expect(verdicts.count(where: \.isSold) == 25, "\(verdicts.count(where: \.isSold)) were sold, not 25")
            try expect(
                verdicts.count { $0 == .refused(.insufficientFunds) } == 15, "what can't be paid isn't refused as that")
            try expect(await two[0].balances(of: player) == ["coins": 0], "the balance is wrong")
            try expect(
                await two[1].inventory(of: player).map(\.numbers) == [Array(1...25)], "the inventory is wrong")
            try expect(await two[0].unbalancedWallets().isEmpty, "a balance is not the sum of its entries")
        },
        ConcurrencyContract("once a withdrawal is answered, no server sells what it covers") { two in
            let player = try await Trade.player(two[0], coins: 100_000)
            let withdrawn = try await two.atOnce { database, server in
                guard server == 1 else {
                    var verdicts: [PurchaseVerdict?] = []
                    for order in (0..<200).map({ Trade.order(player, "before \($0)", edition: nil) }) {
                        verdicts.append(try await database.settle([order])[0].verdict)
                    }
                    return verdicts
                }
                let order = WithdrawalOrder(
                    goods: .item("kite", store: nil), reason: "x", by: "anna", key: "w", at: Trade.noon)
                _ = try await database.withdraw(order) { _ in nil }
                return [try await database.settle([Trade.order(player, "after", edition: nil)])[0].verdict]
            }
            try expect(withdrawn[1] == [.refused(.withdrawn)], "it is sold after the answer")
            let after = withdrawn[0].drop { $0 == .sold(number: nil) }
            try expect(after.allSatisfy { $0 == .refused(.withdrawn) }, "it is sold again after a refusal")
            let late = try await two[0].settle([Trade.order(player, "late", edition: nil)])
            try expect(late[0].verdict == .refused(.withdrawn), "the other server sells it")
        },
        ConcurrencyContract("of withdrawals of the same at once one is made, and its lift puts all on sale") { two in
            for goods in [.item("kite", store: nil), .item("kite", store: "main"), .store("main")]
                as [WithdrawalOrder.Goods]
            {
                let told = try await two.atOnce { database, server in
                    var numbers: [Int64] = []
                    for number in 0..<4 {
                        let order = WithdrawalOrder(
                            goods: goods, reason: "x", by: "anna", key: "\(goods) \(server) \(number)", at: Trade.noon)
                        let answer = try await database.withdraw(order) { _ in nil }
                        guard case .withdrawn(let withdrawal, _) = answer else {
                            throw DatabaseContract.Broken(description: "\(goods) isn't withdrawn: \(answer)")
                        }
                        numbers.append(withdrawal.number)
                    }
                    return numbers
                }
                let numbers = Set(told.flatMap(\.self))
                try expect(numbers.count == 1, "\(goods): \(numbers.count) withdrawals were made")
                let lift = LiftOrder(
                    withdrawal: told[0][0], reason: "x", by: "anna", key: "\(goods) lift", at: Trade.noon)
                _ = try await two[1].lift(lift) { _ in nil }
                try expect(
                    await two[0].withdrawals(inForceAfter: Trade.noon + .days(32)).isEmpty,
                    "\(goods) is off sale after the lift")
            }
        },
        ConcurrencyContract("an edition and a listing's stock are sold out once, in batches of any order") { two in
            var players: [Int64] = []
            for index: UInt8 in 0..<6 {
                players.append(try await two[0].player(credential: [index], gifts: ["coins": 900], at: Trade.noon))
            }
            let answers = try await two.atOnce { [players] database, server in
                var answers: [PurchaseAnswer] = []
                for batch in 0..<4 {
                    let orders = (server == 0 ? players : players.reversed()).flatMap { player in
                        [
                            Trade.order(player, "\(server) e\(batch)", price: 1, item: "few", edition: 17),
                            Trade.order(
                                player, "\(server) s\(batch)", price: 1, item: "many", slot: 4, edition: nil, stock: 9),
                        ]
                    }
                    answers += try await database.settle(server == 0 ? orders : orders.reversed())
                }
                return answers
            }
            let sold = answers.flatMap(\.self).compactMap(\.settled).filter(\.verdict.isSold)
            let numbers = sold.filter { $0.order.item == "few" }.compactMap(\.verdict.number).sorted()
            try expect(numbers == Array(1...17), "copies were sold with the numbers \(numbers)")
            try expect(sold.count { $0.order.item == "many" } == 9, "more or less was sold than there is")
            try expect(await two[0].editionsSold() == ["few": 17], "editions are miscounted")
        },
        ConcurrencyContract("a key is one order, no matter who takes it") { two in
            let player = try await Trade.player(two[0], coins: 200)
            let orders = (0..<20).map { Trade.order(player, "\($0)") }
            let answers = try await two.atOnce { database, server in
                let mine = server == 0 ? orders : orders.reversed()
                var answers: [String: PurchaseAnswer] = [:]
                for order in mine { answers[order.key] = try await database.settle([order])[0] }
                return answers
            }
            for order in orders {
                let told = answers.compactMap { $0[order.key] }
                try expect(Set(told.map(\.settled)).count == 1, "two orders have one key")
                try expect(told.count { !$0.isReplay } == 1, "not one of the two was the first")
            }
            try expect(await two[0].orders(of: player, before: nil, limit: 99).count == 20, "an order is kept twice")
            try expect(await two[0].balances(of: player) == ["coins": 0], "the balance is wrong")
        },
        ConcurrencyContract("of two next windows of a store one is kept, with its listings") { two in
            let stores = ["main", "other", "third"]
            for store in stores { _ = try await two[0].create(Records.store(store)) }
            var heads: [String: WindowHead] = [:]
            for minute in 1...15 {
                let made = (0..<2).map { server in
                    stores.map { store in
                        Records.publication(
                            minute: minute, positions: [server], startMs: Int64(minute) * 60_000 + Int64(server),
                            after: heads[store], of: store)
                    }
                }
                let refused = try await two.atOnce { database, server in
                    try await database.publish(server == 0 ? made[server] : made[server].reversed())
                }
                for (index, store) in stores.enumerated() {
                    let kept = made.indices.filter { !refused[$0].contains(store) }.map { made[$0][index] }
                    try expect(kept.count == 1, "\(kept.count) windows of one minute were kept")
                    heads[store] = kept[0].window.head()
                    try expect(
                        await two[0].newestWindows(of: store, limit: 1) == [kept[0].window], "another window is kept")
                    try expect(
                        await two[0].listings(of: store, endingAfter: kept[0].window.issuedAt + .seconds(30))
                            == kept[0].drawn, "other listings are kept")
                }
            }
        },
        ConcurrencyContract("a chain has one successor") { two in
            _ = try await two[0].create(Records.store)
            var last: UInt8?
            for number: UInt8 in 1...15 {
                let added = try await two.atOnce { [last] database, server in
                    try await database.add(
                        Records.chain(number * 2 + UInt8(server), after: last, epoch: Int64(number) * 1000))
                }
                try expect(added[0] == added[1], "each goes on from a chain of its own")
                last = added[0].id[0]
            }
            try expect(await two[1].chains(of: "main").count == 15, "a chain has two successors")
        },
        ConcurrencyContract("what is made once is what the first has made") { two in
            for round in 0..<10 {
                let made = try await two.atOnce { database, server in
                    let store = StoredStore(
                        id: "s\(round)", signingSeed: Records.bytes(UInt8(server), 32), scheduleSeed: [2],
                        cardBytes: 256, createdAt: Trade.noon)
                    return (
                        try await database.create(store),
                        try await database.keep(secret: [UInt8(server)], as: "secret \(round)")
                    )
                }
                try expect(made[0] == made[1], "two servers have other stores or secrets")
            }
        },
        ConcurrencyContract("two servers that begin an incarnation begin the same") { two in
            for number: Int64 in 1...10 {
                let begun = try await two.atOnce { database, server in
                    try await database.beginIncarnation(after: number, at: Trade.noon + .seconds(server))
                }
                try expect(begun[0] == begun[1] && begun[0].number == number + 1, "\(begun)")
            }
        },
        ConcurrencyContract("a credential is one player, who is given the welcome once") { two in
            for round: UInt8 in 0..<10 {
                let credentials = (0..<8).map { [round, UInt8($0)] }
                let signedIn = try await two.atOnce { database, server in
                    let mine = server == 0 ? credentials : credentials.reversed()
                    let signIns = mine.map {
                        DeviceSignIn(
                            credential: $0, gifts: ["coins": 7], token: [UInt8(server)], until: Trade.noon + .days(1),
                            at: Trade.noon)
                    }
                    let players = try await database.signIn(signIns).map(\.player)
                    return Dictionary(zip(mine, players)) { $1 }
                }
                try expect(signedIn[0] == signedIn[1], "a credential is two players")
                try expect(Set(signedIn[0].values).count == 8, "two credentials are one player")
                for player in signedIn[0].values {
                    try expect(await two[0].balances(of: player) == ["coins": 7], "the welcome isn't there once")
                }
            }
        },
        ConcurrencyContract("of two who show one refresh token, one has stolen it") { two in
            for round: UInt8 in 0..<10 {
                let family = try await two[0].signIn([Trade.signIn(credential: round, token: 1)])[0].family
                let answers = try await two.atOnce { database, server in
                    try await database.rotate(
                        family: family, presented: [1], next: [UInt8(server) + 2], until: Trade.noon + .days(1),
                        at: Trade.noon)
                }
                try expect(answers.contains(.revoked), "both go on with one token")
                try expect(answers.contains { $0 != .revoked && $0 != .unknown }, "none of them was the first")
            }
        },
        ConcurrencyContract("a transaction tops up once, and what is revoked is taken once") { two in
            let players = try await TopUps.players(two[0])
            for round in 0..<10 {
                let answers = try await two.atOnce { database, server in
                    let claim = TopUps.claim(server == 0 || round < 5 ? players.0 : players.1)
                    return try await database.topUp(claim, transaction: "t\(round)", at: Trade.noon)
                }
                let counted = answers.count { if case .counted(_, _, false) = $0 { true } else { false } }
                try expect(counted == 1, "a transaction counts \(counted) times")
            }
            for round in 0..<10 {
                _ = try await two.atOnce { database, server in
                    try await TopUps.revise(database, .whole, server, "t\(round)")
                }
            }
            for player in [players.0, players.1] {
                try expect(await two[0].balances(of: player) == ["coins": 7], "more or less was taken than given")
            }
            try expect(await two[0].unbalancedWallets().isEmpty, "a balance is not the sum of its entries")
        },
        ConcurrencyContract("an operator's key is good for one thing, and a purchase is taken back once") { two in
            let player = try await Trade.player(two[0], coins: 400)
            let bought = try await Trade.settle(two[0], (0..<10).map { Trade.order(player, "\($0)") })
            for (round, purchase) in bought.enumerated() {
                let posted = try await two.atOnce { database, server in
                    try await database.post(Trade.posting(player, 5, "p\(round)"))
                }
                let entries = posted.compactMap { if case .posted(let entry, _, _) = $0 { entry } else { nil } }
                try expect(entries.count == 2 && entries[0] == entries[1], "one key posts twice")
                let reversed = try await two.atOnce { database, server in
                    try await database.reverse(Trade.reversal(purchase.id, "r\(round) \(server)"))
                }
                let new = reversed.count { if case .reversed(_, _, false) = $0 { true } else { false } }
                try expect(new == 1, "a purchase is taken back \(new) times")
            }
            try expect(await two[0].balances(of: player) == ["coins": 450], "the balance is wrong")
            try expect(await two[1].inventory(of: player).isEmpty, "what was taken back is still owned")
        },
        ConcurrencyContract("an hour that two servers close is counted once") { two in
            let player = try await Trade.player(two[0], coins: 1000)
            for hour in 0..<20 {
                let orders = (0..<hour).map {
                    PurchaseOrder.any(player, "\(hour) \($0)", slot: $0, price: 1, at: Trade.noon + .hours(hour))
                }
                _ = try await two[0].settle(orders)
            }
            _ = try await two.atOnce { database, _ in try await database.closeHours(upTo: Trade.noon + .hours(30)) }
            try expect(await two[0].closedUntil() == Trade.noon + .hours(29), "an hour was left out or closed twice")
            for detail in SalesQuestion.Detail.allCases {
                let sales = try await two[1].sales(.hours(0..<24, width: 24, per: detail)).sales
                try expect(sales.map(\.sold).reduce(0, +) == 190, "\(detail): \(sales.map(\.sold))")
            }
        },
        ConcurrencyContract(
            opening: "what two servers answer at once, one could have answered, one thing after the other"
        ) { open in
            var history = try await ConcurrentHistory(seed: 1, servers: 2, opening: open)
            try await history.play()
        },
    ]

    init(
        opening promise: String,
        check: @escaping @Sendable (_ open: @escaping Opening) async throws -> Void
    ) {
        self.promise = promise
        self.check = check
    }

    init(_ promise: String, check: @escaping @Sendable (_ two: TwoServers) async throws -> Void) {
        self.init(opening: promise) { open in try await check(TwoServers(await open(), await open())) }
    }
}

/// Two servers that have opened the same database.
struct TwoServers: Sendable {
    private let databases: [any ShelfDatabase]

    init(_ one: any ShelfDatabase, _ other: any ShelfDatabase) {
        databases = [one, other]
    }

    subscript(index: Int) -> any ShelfDatabase { databases[index] }

    /// Lets both servers do something at the same time.
    ///
    /// - Returns: the result of each server.
    func atOnce<Value: Sendable>(
        _ body: @escaping @Sendable (_ database: any ShelfDatabase, _ server: Int) async throws -> Value
    ) async throws -> [Value] {
        async let one = body(databases[0], 0)
        async let other = body(databases[1], 1)
        return try await [one, other]
    }
}
