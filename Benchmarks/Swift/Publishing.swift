import Crypto
import Hummingbird
import ShelfConfiguration
import ShelfEngine
import ShelfModel
import ShelfSQLite
import ShelfServer
import ShelfTesting
import ShelfWire

/// A minute of one store as the server does it: drawn, sealed, signed, in the database and in the folder, both on disk;
/// and the store's future.
struct Publishing {
    private let server: VirtualServer
    private let folder: TemporaryFolder

    init() async throws {
        let bazaar = try Bazaar()
        let store = StoreContent(
            rules: bazaar.rules, title: "Bazaar", columns: 10, lead: .minutes(10))
        folder = try TemporaryFolder()
        var configuration = Fixtures.configuration(stores: [store], catalogue: bazaar.catalogue)
        configuration.settings.admins = [
            AdminToken(
                name: "anna", hash: Array(SHA256.hash(data: Array(Self.token.utf8))), scopes: [.futureRead])
        ]
        server = try await VirtualServer(
            configuration: configuration,
            database: SQLiteDatabase(path: folder.file("shelflife.sqlite")),
            time: ManualTimeline(at: Bazaar.firstWindow))
    }

    func measure(with harness: inout Harness) async throws {
        let publisher = server.engine.publisher
        await harness.measure("publish a minute of 80 positions, on disk") {
            server.time.now = server.time.now + .minutes(1)
            await publisher.publish(earliest: server.time.now)
        }
        let futures = server.engine.futures
        try await harness.measure("the future of 80 positions for 24 h") {
            _ = try await futures.look(at: "bazaar", from: nil, hours: 24) { $0.entries.count }
        }
        try await harness.measure("the same as JSON, over its route") {
            let answer = try await server.client.send("/v1/admin/future/bazaar", headers: Self.headers)
            guard answer.status == 200 else { throw NoFuture(status: answer.status) }
        }
    }

    private struct NoFuture: Error {
        let status: Int
    }

    private static let token = "designer"
    private static let headers: HTTPFields = [.authorization: "Bearer \(token)"]
}
