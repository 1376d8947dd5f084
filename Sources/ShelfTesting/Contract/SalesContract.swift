package import ShelfDatabase
package import ShelfModel

extension DatabaseContract {
    /// The promises of every database about numbers.
    package static let sales: [DatabaseContract] = [
        DatabaseContract("a sale counts once, for its store, item, set and listing") { database in
            let player = try await Trade.player(database, coins: 100)
            let at = Trade.noon + .seconds(5)
            _ = try await database.settle([
                Trade.order(player, "a", at: at), Trade.order(player, "b", price: 50, item: "robot", at: at),
                Trade.order(player, "c", price: 90, at: at), Trade.order(player, "a", at: at),
            ])
            let listing = ListingName(
                store: "main", chain: Records.bytes(5, 16), slot: 3, position: 2, revision: 0)
            let expected: [SalesQuestion.Detail: [SalesFigures.Goods]] = [
                .total: [.init(at: Trade.noon, subject: .total, currency: "coins", sold: 2, revenue: 90)],
                .store: [.init(at: Trade.noon, subject: .store("main"), currency: "coins", sold: 2, revenue: 90)],
                .set: [.init(at: Trade.noon, subject: .set("toys"), currency: "coins", sold: 2, revenue: 90)],
                .item: [
                    .init(at: Trade.noon, subject: .item("kite"), currency: "coins", sold: 1, revenue: 40),
                    .init(at: Trade.noon, subject: .item("robot"), currency: "coins", sold: 1, revenue: 50),
                ],
                .listing: [
                    .init(
                        at: Trade.noon, subject: .listing(listing, item: "kite"), currency: "coins", sold: 1,
                        revenue: 40),
                    .init(
                        at: Trade.noon, subject: .listing(listing, item: "robot"), currency: "coins", sold: 1,
                        revenue: 50),
                ],
            ]
            for isClosed in [false, true] {
                for (detail, rows) in expected {
                    let sales = try await database.sales(.hours(0..<3, per: detail)).sales
                    try expect(sales == rows, "per \(detail), closed: \(isClosed): \(sales)")
                }
                try expect(
                    await database.sales(.hours(0..<3, store: "other")).sales.isEmpty, "another store's sales count")
                try expect(
                    await database.sales(.hours(0..<3, item: "robot")).sales.map(\.revenue) == [50],
                    "another item's sales count")
                try expect(
                    await database.sales(.hours(0..<3, per: .listing, limit: 1)).sales
                        == Array(expected[.listing]!.prefix(1)),
                    "there are more rows than were asked for")
                try await database.closeHours(upTo: Trade.noon + .hours(3))
            }
        },
        DatabaseContract("an hour begins with its first millisecond and ends before the next hour's") { database in
            let player = try await Trade.player(database, coins: 1000)
            let hour = TimeSpan.hours(1)
            let instants = [.zero, hour - .milliseconds(1), hour, hour + .milliseconds(1), hour + hour]
            for (number, after) in instants.enumerated() {
                let order = PurchaseOrder.any(player, "\(number)", price: 1, at: Trade.noon + after)
                _ = try await database.settle([order])
            }
            for _ in 0..<2 {
                let sales = try await database.sales(.hours(0..<4)).sales
                try expect(sales.map(\.sold) == [2, 2, 1], "\(sales)")
                try expect(sales.map(\.at) == [0, 1, 2].map { Trade.noon + .hours($0) }, "\(sales)")
                try expect(await database.sales(.hours(1..<2)).sales.map(\.sold) == [2], "a span has other ends")
                try await database.closeHours(upTo: Trade.noon + .hours(9))
            }
        },
        DatabaseContract("an hour is closed a minute after its end and no earlier, one after the other") { database in
            try expect(await !database.closeHour(now: Trade.noon + .days(1)), "an hour in which nothing is stored")
            try expect(await database.closedUntil() == nil, "hours begin before anything has happened")
            let player = try await Trade.player(database, coins: 9)
            _ = try await database.settle([.any(player, "a", price: 1, at: Trade.noon + .hours(2))])
            try expect(await database.closedUntil() == Trade.noon, "the first hour isn't that of the first change")
            let due = Trade.noon + .hours(1) + .minutes(1)
            try expect(await !database.closeHour(now: due - .milliseconds(1)), "an hour is closed too early")
            try expect(await database.closeHour(now: due), "an hour isn't closed a minute after its end")
            try expect(await !database.closeHour(now: due), "an hour is closed twice")
            try expect(await database.closedUntil() == Trade.noon + .hours(1), "another hour was closed")
            try await database.closeHours(upTo: Trade.noon + .hours(5))
            try expect(await database.closedUntil() == Trade.noon + .hours(4), "an hour is left out")
            try expect(await database.sales(.hours(0..<5)).sales.map(\.sold) == [1], "a closed hour's sale is lost")
        },
        DatabaseContract("a purchase of this hour's last second may be stored in the next minute") { database in
            let player = try await Trade.player(database, coins: 9)
            let late = Trade.noon + .hours(1) - .milliseconds(1)
            try expect(await !database.closeHour(now: Trade.noon + .hours(1) + .seconds(59)), "it is closed")
            _ = try await database.settle([.any(player, "late", price: 1, at: late)])
            try await database.closeHours(upTo: Trade.noon + .hours(2))
            try expect(await database.sales(.hours(0..<1)).sales.map(\.sold) == [1], "a late purchase is lost")
        },
        DatabaseContract("a refund counts when it happens, and changes nothing of the hour that sold") { database in
            let player = try await Trade.player(database, coins: 100)
            let bought = try await Trade.settle(database, [Trade.order(player, "a"), Trade.order(player, "b")])
            try await database.closeHours(upTo: Trade.noon + .hours(40))
            let later = Trade.noon + .hours(50)
            for (purchase, kind) in zip(bought, [Reversal.Kind.refund, .revocation]) {
                _ = try await database.reverse(
                    Reversal(
                        purchase: purchase.id, kind: kind, reason: "test", by: "anna", key: "\(kind)", at: later))
            }
            for _ in 0..<2 {
                let sales = try await database.sales(.hours(0..<60, per: .item)).sales
                try expect(
                    sales == [
                        .init(at: Trade.noon, subject: .item("kite"), currency: "coins", sold: 2, revenue: 80),
                        .init(
                            at: later, subject: .item("kite"), currency: "coins", sold: 0, revenue: 0, refunds: 1,
                            refunded: 40, revocations: 1),
                    ], "\(sales)")
                try await database.closeHours(upTo: Trade.noon + .hours(60))
            }
        },
        DatabaseContract("money is counted by currency and counterpart, what is given apart from what is taken") {
            database in
            let player = try await Trade.player(database, coins: 70)
            _ = try await database.post(Trade.posting(player, 30, "g"))
            _ = try await database.post(Trade.posting(player, -10, "t"))
            _ = try await database.post(Trade.posting(player, 5, "s", currency: "stars"))
            _ = try await database.topUp(TopUps.claim(player), transaction: "t1", at: Trade.noon)
            for _ in 0..<2 {
                let money = try await database.sales(.hours(0..<2)).money
                try expect(
                    money == [
                        .init(
                            at: Trade.noon, currency: "coins", counterpart: .grants, entries: 3, given: 100, taken: 10),
                        .init(
                            at: Trade.noon, currency: "coins", counterpart: .topUps, entries: 1, given: 100, taken: 0),
                        .init(at: Trade.noon, currency: "stars", counterpart: .grants, entries: 1, given: 5, taken: 0),
                    ], "\(money)")
                try await database.closeHours(upTo: Trade.noon + .hours(2))
            }
        },
        DatabaseContract("amounts beyond the largest number are the largest, and hours are closed all the same") {
            database in
            // 1025 times 2^53 - 1 is more than 2^63.
            let signIns = (0..<1025).map { number in
                DeviceSignIn(
                    credential: [UInt8(number / 256), UInt8(number % 256)], gifts: ["coins": 9_007_199_254_740_991],
                    token: [1], until: Trade.noon + .days(60), at: Trade.noon)
            }
            for first in stride(from: 0, to: 1025, by: 41) {
                _ = try await database.signIn(Array(signIns[first..<first + 41]))
            }
            for _ in 0..<2 {
                let money = try await database.sales(.hours(0..<24, width: 24)).money
                try expect(money.map(\.given) == [.max] && money.map(\.entries) == [1025], "\(money)")
                try await database.closeHours(upTo: Trade.noon + .hours(30))
            }
            try expect(await database.closedUntil() == Trade.noon + .hours(29), "an hour can't be closed")
        },
        DatabaseContract("a player counts once in an hour and once in a day, whatever the day's first hour") {
            database in
            let one = try await database.player(credential: [1], gifts: ["coins": 99], at: Trade.noon)
            let other = try await database.player(credential: [2], gifts: ["coins": 99], at: Trade.noon + .hours(3))
            for (player, hour) in [(one, 0), (one, 2), (one, 2), (other, 4), (one, 23), (one, 26), (other, 30)] {
                let order = PurchaseOrder.any(
                    player, "\(hour) \(Int.random(in: 0 ..< .max))", price: 1, at: Trade.noon + .hours(hour))
                _ = try await database.settle([order])
            }
            for _ in 0..<2 {
                let hours = try await database.sales(.hours(0..<31)).players
                try expect(hours.map(\.at) == [0, 2, 3, 4, 23, 26, 30].map { Trade.noon + .hours($0) }, "\(hours)")
                try expect(
                    hours.map(\.active) == [1, 1, 1, 1, 1, 1, 1] && hours.map(\.new) == [1, 0, 1, 0, 0, 0, 0],
                    "\(hours)")
                for (first, active, new) in [
                    (0, [2, 2], [2, 0]), (1, [2, 2], [1, 0]), (-20, [2, 2], [2, 0]), (3, [2, 1], [1, 0]),
                    (24, [2], [0]),
                ] as [(Int, [Int64], [Int64])] {
                    let days = try await database.sales(.hours(first..<first + 48, width: 24)).players
                    try expect(days.map(\.active) == active && days.map(\.new) == new, "from hour \(first): \(days)")
                }
                try await database.closeHours(upTo: Trade.noon + .hours(40))
            }
        },
        DatabaseContract("copies of limited stock are counted by listing") { database in
            let player = try await Trade.player(database, coins: 90)
            let order = Trade.order(player, "a", edition: nil, stock: 5)
            let none = Trade.order(player, "b", slot: 4, edition: nil, stock: 5)
            _ = try await database.settle([order])
            try expect(
                await database.stockSold(of: [order.listing, none.listing]) == [order.listing: 1], "stock is miscounted"
            )
        },
        DatabaseContract("copies of limited editions are counted by item, those that were asked for") { database in
            let player = try await Trade.player(database, coins: 90)
            _ = try await database.settle([
                Trade.order(player, "a", edition: 5), Trade.order(player, "b", item: "comet", edition: 5),
            ])
            let item = Trade.order(player, "a", edition: 5).terms.item
            try expect(await database.editionsSold(of: [item, "moon"]) == [item: 1], "editions are miscounted")
        },
        DatabaseContract("thousands of random changes are counted exactly as the journal has them") { database in
            var history = SalesHistory(seed: 1)
            try await history.play(on: database)
        },
    ]
}

extension SalesDatabase {
    /// Closes all hours that are due at an instant.
    package func closeHours(upTo now: Instant) async throws {
        while try await closeHour(now: now) {}
    }
}

extension SalesQuestion {
    /// - Parameters:
    ///   - hours: in hours after noon.
    ///   - width: how many are added up.
    static func hours(
        _ hours: Range<Int>, width: Int64 = 1, per detail: Detail = .total, store: String? = nil,
        item: Item.ID? = nil, limit: Int = .max
    ) -> SalesQuestion {
        SalesQuestion(
            span: Trade.noon + .hours(hours.lowerBound)..<Trade.noon + .hours(hours.upperBound), hours: width,
            per: detail, store: store, item: item, limit: limit)
    }
}

extension PurchaseOrder {
    /// An order that is in time, whenever it is made.
    package static func any(
        _ player: Int64, _ key: String, store: String = "main", item: String = "kite", set: String = "toys",
        slot: Int = 3, price: Int64, currency: String = "coins", at: Instant
    ) -> PurchaseOrder {
        PurchaseOrder(
            player: player, key: key,
            listing: ListingName(store: store, chain: Records.bytes(5, 16), slot: slot, position: 0, revision: 0),
            offered: price, at: at,
            terms: SaleTerms(
                item: item, card: Array(#"{"item":"\#(item)","name":"x","price":\#(price),"set":"\#(set)"}"#.utf8),
                currency: currency, price: price, end: at + .minutes(1)))
    }
}
