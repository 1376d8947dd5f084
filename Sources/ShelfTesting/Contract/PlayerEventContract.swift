import ShelfDatabase
import ShelfModel

extension DatabaseContract {
    /// The promises of every database to players' events.
    package static let playerEvents: [DatabaseContract] = [
        DatabaseContract("a player's events are numbered one by one, and tell what has changed") { database in
            let (ann, bob) = try await players(in: database)
            let match = Match(id: [UInt8](repeating: 1, count: 16), size: 2, player: ann, at: Trade.noon)
            _ = try await database.add(match, of: ann)
            let code = FriendCode(bytes: [UInt8](repeating: 1, count: 10))!
            _ = try await database.keep(code, of: bob, at: Trade.noon)
            let order = InvitationOrder(
                id: [UInt8](repeating: 2, count: 16), match: match.id, from: ann, to: .code(code), at: Trade.noon,
                expires: Trade.noon + .hours(1))
            _ = try await database.invite(order)
            _ = try await database.accept(order.id, by: bob, at: Trade.noon)
            let history = try await database.history(of: ann, after: 0)
            let whole: [PlayerEvent] = [
                PlayerEvent(number: 1, kind: .match(match.id)), PlayerEvent(number: 2, kind: .invitations),
                PlayerEvent(number: 3, kind: .match(match.id)), PlayerEvent(number: 4, kind: .invitations),
            ]
            try expect(history.events == whole && history.newest == 4, "the events are others: \(history)")
            try expect(history.isWhole(after: 0), "all events aren't all")
            let later = try await database.history(of: ann, after: 3)
            try expect(later.events == [whole[3]] && later.isWhole(after: 3), "the last event is another")
            try expect(await !database.history(of: ann, after: 9).isWhole(after: 9), "events from the future are told")
            let bobs = try await database.history(of: bob, after: 0).events.map(\.kind)
            try expect(bobs == [.invitations, .match(match.id), .invitations], "the other's events are others")
        },
        DatabaseContract("who was touched since an instant is known, by events and by entries") { database in
            let (ann, bob) = try await players(in: database)
            let match = Match(id: [UInt8](repeating: 1, count: 16), size: 2, player: ann, at: Trade.noon)
            _ = try await database.add(match, of: ann)
            let posting = Posting(
                player: bob, currency: "coins", amount: 5, counterpart: .grants, reason: "x", by: "eve", key: "k",
                at: Trade.noon)
            _ = try await database.post(posting) { _ in nil }
            let touched = try await database.touchedPlayers(since: Trade.noon - .seconds(1))
            try expect(touched.events == [ann: 1], "the events are others: \(touched.events)")
            try expect(Array(touched.entries.values) == [bob], "the entries are others: \(touched.entries)")
            let later = try await database.touchedPlayers(since: Trade.noon + .seconds(1))
            try expect(later.events.isEmpty && later.entries.isEmpty, "what is long past is told")
        },
        DatabaseContract("old events are forgotten, but for each player's last one") { database in
            let (ann, _) = try await players(in: database)
            let match = Match(id: [UInt8](repeating: 1, count: 16), size: 2, player: ann, at: Trade.noon)
            _ = try await database.add(match, of: ann)
            for version in 0..<Int64(3) {
                _ = try await database.apply(
                    MatchMove(
                        match: match.id, player: ann, version: version, payload: [], state: nil, at: Trade.noon))
            }
            for version in 3..<Int64(303) {
                _ = try await database.apply(
                    MatchMove(match: match.id, player: ann, version: version, payload: [], state: nil, at: Trade.noon))
            }
            let all = try await database.history(of: ann, after: 0)
            try expect(all.events.first?.number == 104 && all.newest == 304, "more are kept than can be replayed")
            try expect(all.isWhole(after: 0) == false, "what isn't kept isn't missed")
            try expect(await database.history(of: ann, after: 104).isWhole(after: 104), "200 can't be replayed")
            try await database.forgetPlayerEvents(before: Trade.noon + .days(1))
            let history = try await database.history(of: ann, after: 0)
            try expect(history.events.map(\.number) == [304] && history.newest == 304, "others are kept: \(history)")
            try expect(!history.isWhole(after: 0) && history.isWhole(after: 303), "a gap isn't seen")
        },
    ]

    private static func players(in database: any ShelfDatabase) async throws -> (Int64, Int64) {
        (
            try await database.player(credential: [UInt8](repeating: 1, count: 32), gifts: [:], at: Trade.noon),
            try await database.player(credential: [UInt8](repeating: 2, count: 32), gifts: [:], at: Trade.noon)
        )
    }
}
