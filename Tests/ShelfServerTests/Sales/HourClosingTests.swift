import ShelfDatabase
import ShelfModel
import ShelfSQL
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
        for outcome in [HourClosing.Outcome.someClosed, .someClosed, .allClosed] {
            #expect(await server.server.hourClosing.closeHours() == outcome)
            closed.append(try await database.closedUntil())
        }
        #expect(closed == [24, 48, 50].map { Trade.noon + .hours($0) })
        time.now = Trade.noon + .hours(51) + .seconds(60)
        await server.server.hourClosing.closeHours()
        #expect(try await database.closedUntil() == Trade.noon + .hours(51))
    }

    @Test func `is tried again after a failure, which is in the log`() async throws {
        let (faults, time) = (DatabaseFaults(), ManualTimeline(at: Trade.noon))
        let database = try SQLiteDatabase.inMemory(faults: faults.hook)
        let server = try await VirtualServer(configuration: Fixtures.configuration(), database: database, time: time)
        _ = try await Trade.player(database)
        time.now = Trade.noon + .hours(2)
        faults.writing = true
        #expect(await server.server.hourClosing.closeHours() == .failed)
        #expect(server.log.complaints.contains { $0.hasPrefix("an hour's numbers were not stored") })
        faults.writing = false
        #expect(await server.server.hourClosing.closeHours() == .allClosed)
        #expect(try await database.closedUntil() == Trade.noon + .hours(1))
    }

    @Test(arguments: [0, 30, 59, 60, 61, 1800, 3599])
    func `looks again a minute after the present hour, or the one that has just ended`(seconds: Int64) {
        let now = Trade.noon + .seconds(seconds)
        let due = Trade.noon + (seconds < 60 ? .minutes(1) : .minutes(61))
        #expect(HourClosing.next(after: .allClosed, now: now) == due)
    }

    @Test func `looks again in a minute after a failure`() {
        #expect(HourClosing.next(after: .failed, now: Trade.noon) == Trade.noon + .minutes(1))
    }

    @Test func `closes an hour a minute after its end, whenever the server started`() async throws {
        let (database, time) = (try SQLiteDatabase.inMemory(), ManualTimeline(at: Trade.noon))
        _ = try await Trade.player(database)
        time.now = Trade.noon + .hours(1) + .seconds(30)
        let end = Trade.noon + .hours(1) + .minutes(1)
        let server = try await VirtualServer(configuration: Fixtures.configuration(), database: database, time: time)
        let closing = HourClosing(database: database, timeline: time.hopping(until: end), logger: server.log.logger)
        try await closing.run()
        #expect(try await database.closedUntil() == Trade.noon + .hours(1))
    }
}
