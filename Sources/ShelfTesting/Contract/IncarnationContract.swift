import ShelfDatabase
import ShelfModel

extension DatabaseContract {
    /// The promises of every database about incarnations: what begins with one, what ends with it, and what stays.
    package static let incarnations: [DatabaseContract] = [
        DatabaseContract("it has an identity for good, and begins an incarnation once") { database in
            let identity = try await database.identity()
            try expect(identity.count == 16, "an identity has \(identity.count) bytes")
            try expect(await database.incarnation() == Incarnation(number: 1, begun: nil), "it begins otherwise")
            try expect(await database.restoredAt() == nil, "it was never restored")
            let second = Incarnation(number: 2, begun: Trade.noon)
            try expect(await database.beginIncarnation(after: 1, at: Trade.noon) == second, "the second isn't begun")
            let late = try await database.beginIncarnation(after: 1, at: Trade.noon + .minutes(1))
            try expect(late == second, "two servers begin one each")
            try expect(await database.incarnation() == second, "the incarnation isn't kept")
            try expect(await database.identity() == identity, "the identity has changed")
        },
        DatabaseContract("an incarnation begins with no window, listing and chain of any store") { database in
            for store in ["main", "other"] {
                _ = try await database.create(Records.store(store))
                _ = try await database.add(Records.chain(store == "main" ? 1 : 2, epoch: 1000, of: store))
                _ = try await database.publish([Records.publication(minute: 10, positions: [0], of: store)])
            }
            _ = try await database.beginIncarnation(after: 1, at: Trade.noon)
            for store in ["main", "other"] {
                try expect(await database.store(store) == Records.store(store), "a store is another")
                try expect(await database.newestWindows(of: store, limit: 2).isEmpty, "a window is left")
                try expect(
                    await database.listings(of: store, endingAfter: .distantPast).isEmpty, "a listing is left")
                try expect(await database.chains(of: store).isEmpty, "a chain is left")
            }
            let chain = Records.chain(3, epoch: 9000)
            try expect(await database.add(chain) == chain, "the first chain follows another")
            let first = Records.publication(minute: 10, positions: [0])
            try expect(await database.publish([first]).isEmpty, "the first window follows another")
        },
        DatabaseContract("a server that knows nothing of an incarnation adds no chain and no window") { database in
            _ = try await database.create(Records.store)
            _ = try await database.add(Records.chain(1, epoch: 1000))
            let before = Records.publication(minute: 10, positions: [0])
            _ = try await database.publish([before])
            _ = try await database.beginIncarnation(after: 1, at: Trade.noon)
            _ = try await database.add(Records.chain(2, after: 1, epoch: 301_000))
            try expect(await database.chains(of: "main").isEmpty, "a chain follows one that is gone")
            let next = Records.publication(minute: 11, positions: [0], after: before.window.head())
            try expect(await database.publish([next]) == ["main"], "a window follows one that is gone")
        },
        DatabaseContract("an incarnation ends tokens and secrets, and leaves players what is theirs") { database in
            let signedIn = try await database.signIn([Trade.signIn(credential: 3, token: 1)])[0]
            let player = try await Trade.player(database, coins: 100)
            let bought = try await Trade.settle(database, [Trade.order(player, "a")])
            _ = try await database.keep(secret: [1], as: "tokens")
            _ = try await database.beginIncarnation(after: 1, at: Trade.noon)
            let rotated = try await database.rotate(
                family: signedIn.family, presented: [1], next: [2], until: Trade.noon + .days(1), at: Trade.noon)
            try expect(rotated == .unknown, "a refresh token is still good: \(rotated)")
            try expect(await database.keep(secret: [2], as: "tokens") == [2], "a secret is still there")
            let again = try await database.signIn([Trade.signIn(credential: 3, token: 4)])[0]
            try expect(again.player == signedIn.player, "a credential is another player")
            try expect(
                await database.orders(of: player, before: nil, limit: 9).map(\.settled) == bought,
                "a purchase is gone")
            try expect(await database.balances(of: player) == ["coins": 60], "a balance is another")
        },
        DatabaseContract("one whose clock was ahead is marked, and hours of the future open again") { database in
            let player = try await Trade.player(database, coins: 100)
            for (key, hour) in [("a", 0), ("b", 2), ("c", 5)] {
                let at = Trade.noon + .hours(hour)
                _ = try await database.settle([.any(player, key, price: 1, at: at)])
            }
            try await database.closeHours(upTo: Trade.noon + .days(1))
            let now = Trade.noon + .hours(3)
            try await database.markClockWasAhead(now: now)
            try expect(await database.restoredAt() == now, "it isn't marked")
            let open = try await database.closedUntil()
            try expect(open == Trade.noon + .hours(2), "hours are closed up to \(String(describing: open))")
            for end in [0, 1, 24] {
                try await database.closeHours(upTo: now + .hours(end) + ClosedHours.delay)
                let sales = try await database.sales(.hours(0..<24)).sales
                try expect(
                    sales.map(\.at) == [0, 2, 5].map { Trade.noon + .hours($0) } && sales.allSatisfy { $0.sold == 1 },
                    "\(end) hours later: \(sales)")
            }
            try await database.markClockWasAhead(now: Trade.noon + .days(9))
            try expect(
                await database.closedUntil() == now + .hours(24), "hours that were closed in time are opened again")
        },
        DatabaseContract("an incarnation that has begun already takes nothing away") { database in
            _ = try await database.beginIncarnation(after: 1, at: Trade.noon)
            _ = try await database.create(Records.store)
            _ = try await database.add(Records.chain(1, epoch: 1000))
            let publication = Records.publication(minute: 10, positions: [0])
            _ = try await database.publish([publication])
            _ = try await database.keep(secret: [1], as: "tokens")
            _ = try await database.beginIncarnation(after: 1, at: Trade.noon)
            try expect(await database.newestWindows(of: "main", limit: 2) == [publication.window], "its window went")
            try expect(await database.listings(of: "main", endingAfter: .distantPast).count == 1, "its listing went")
            try expect(await database.chains(of: "main").count == 1, "its chain went")
            try expect(await database.keep(secret: [2], as: "tokens") == [1], "its secret went")
        },
    ]
}
