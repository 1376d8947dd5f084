import ShelfDatabase
import ShelfModel
import ShelfSQL
import ShelfSQLite
import ShelfServer
import ShelfTesting
import Testing

@Suite struct `The housekeeping` {
    @Test func `forgets refusals after fifteen days, and sessions that have ended, though their players never return`()
        async throws
    {
        let (database, time) = (try SQLiteDatabase.inMemory(), ManualTimeline(at: Trade.noon))
        let server = try await VirtualServer(configuration: Fixtures.configuration(), database: database, time: time)
        let player = try await Trade.player(database)
        _ = try await database.settle([Trade.order(player, "a")])
        let family = try await database.signIn([
            DeviceSignIn(credential: [5], gifts: [:], token: [1], until: Trade.noon + .days(15), at: Trade.noon)
        ])[0].family
        for (days, isThere) in [(14, true), (16, false)] {
            time.now = Trade.noon + .days(days)
            await server.server.housekeeping.tidy()
            #expect(try await database.orders(of: player, before: nil, limit: 9).isEmpty != isThere)
            // Asked as of noon, when it had not ended: what is unknown is forgotten.
            let answer = try await database.rotate(
                family: family, presented: [1], next: [1], until: Trade.noon + .days(15), at: Trade.noon)
            #expect((answer != .unknown) == isThere)
        }
    }
}
