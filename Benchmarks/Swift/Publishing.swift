import ShelfConfiguration
import ShelfModel
import ShelfSQLite
import ShelfServer
import ShelfTesting

/// A minute of one store as the server does it: drawn, sealed, signed, in the database and in the folder, both on disk.
struct Publishing {
    private let server: VirtualServer
    private let folder: TemporaryFolder

    init() async throws {
        let bazaar = try Bazaar()
        let store = StoreConfiguration(
            rules: bazaar.rules, title: "Bazaar", columns: 10, lead: .minutes(10), appSecret: Fixtures.appSecret)
        folder = try TemporaryFolder()
        server = try await VirtualServer(
            configuration: Fixtures.configuration(stores: [store], catalogue: bazaar.catalogue),
            database: SQLiteDatabase(path: folder.file("shelflife.sqlite")),
            time: ManualTimeline(at: Bazaar.firstWindow))
    }

    func measure(with harness: inout Harness) async throws {
        let publisher = server.server.publisher
        await harness.measure("publish a minute of 80 positions, on disk") {
            server.time.now = server.time.now + .minutes(1)
            await publisher.publish(earliest: server.time.now)
        }
    }
}
