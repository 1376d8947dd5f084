import ShelfDatabase
import ShelfServer
import ShelfSQLite
import ShelfTesting
import Testing

@Suite struct `A service of the server` {
    @Test func `is called by its type, and tells nothing of what it holds`() async throws {
        let (database, time) = (try SQLiteDatabase.inMemory(), ManualTimeline(at: Trade.noon))
        let server = try await VirtualServer(configuration: Fixtures.configuration(), database: database, time: time)
        #expect("\(server.server.housekeeping)" == "Housekeeping")
        #expect("\(server.server.hourClosing)" == "HourClosing")
    }
}
