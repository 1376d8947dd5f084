import ShelfEngine
import ShelfWire
import ShelfModel
import Foundation
import Logging
import ShelfConfiguration
import ShelfSQLite
import ShelfServer
import ShelfTesting

/// A server with one store on this machine's clock and a free port, in this process.
struct StepServer {
    let timeline: Timeline
    let publicKey: String
    private let server: ShelfServer
    private let folder: TemporaryFolder

    init(_ store: StoreContent) async throws {
        var configuration = Fixtures.configuration(stores: [store])
        configuration.settings.server.port = 0
        folder = try TemporaryFolder()
        timeline = .system(uncertainty: .zero, fallback: .zero)
        var logger = Logger(label: "in-step") { StreamLogHandler.standardError(label: $0) }
        // Its end cuts connections off, of which it would complain.
        logger.logLevel = .critical
        server = try await ShelfServer(
            configuration: configuration, database: SQLiteDatabase(path: folder.file("shelflife.sqlite")),
            folder: PublishedFolder(
                root: folder.url.appending(path: "published"), staging: folder.url.appending(path: "staging")),
            timeline: timeline, logger: logger)
        publicKey = server.engine.descriptions.first?.publicKey ?? ""
    }

    func run(onRunning: @escaping @Sendable (_ port: Int) async -> Void) async throws {
        try await server.run(onRunning: onRunning)
    }
}
