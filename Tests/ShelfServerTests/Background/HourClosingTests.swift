import ShelfDatabase
import ShelfModel
import ShelfSQLite
import ShelfServer
import ShelfTesting
import Testing

@Suite struct `The closing of hours` {
    @Test func `goes on a day at a time after a longer absence, until the last hour that ended a minute ago`()
        async throws
    {
        let (database, time) = (try SQLiteDatabase.inMemory(), ManualTimeline(at: Trade.noon))
        let server = try await VirtualServer(configuration: Fixtures.configuration(), database: database, time: time)
        _ = try await Trade.player(database)
        time.now = Trade.noon + .hours(51) + .seconds(59)
        var closed: [Instant?] = []
        for isMore in [true, true, false] {
            #expect(await server.server.hourClosing.closeHours() == isMore)
            closed.append(try await database.closedUntil())
        }
        #expect(closed == [24, 48, 50].map { Trade.noon + .hours($0) })
        time.now = Trade.noon + .hours(51) + .seconds(60)
        await server.server.hourClosing.closeHours()
        #expect(try await database.closedUntil() == Trade.noon + .hours(51))
    }

    @Test func `is tried again after a failure, which is in the log`() async throws {
        let (database, time) = (FailingDatabase(try SQLiteDatabase.inMemory()), ManualTimeline(at: Trade.noon))
        let server = try await VirtualServer(configuration: Fixtures.configuration(), database: database, time: time)
        _ = try await Trade.player(database)
        time.now = Trade.noon + .hours(2)
        database.failing = true
        #expect(await !server.server.hourClosing.closeHours())
        #expect(server.log.complaints.contains { $0.hasPrefix("an hour's numbers were not stored") })
        database.failing = false
        #expect(await !server.server.hourClosing.closeHours())
        #expect(try await database.closedUntil() == Trade.noon + .hours(1))
    }
}
