import ArgumentParser
import Foundation
import Logging
import ShelfConfiguration
import ShelfEngine
import ShelfModel
import ShelfPostgres
import ShelfServer
import ShelfTesting
import ShelfWire

/// `shelflife-bench sealed-server`: Shelflife with one sealed store, in a process of its own.
struct SealedServer: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "sealed-server", shouldDisplay: false)

    @Option var database: String

    /// Where it publishes its windows.
    @Option var folder: String

    static let store = "sealed"
    static let positions = 12
    private static let shelfLife = 60...120
    private static let connections: Int64 = 15_000

    func run() async throws {
        var configuration = Fixtures.configuration(
            stores: [
                StoreContent(
                    rules: StoreRules(store: Self.store, positions: Self.positions, shelfLife: Self.shelfLife),
                    title: "Sealed", columns: 4)
            ])
        configuration.settings.server.port = 0
        configuration.settings.limits = LimitSettings(
            address: 1_000_000, connections: Self.connections, connectionsPerAddress: Self.connections)
        var logger = Logger(label: "sealed") { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = .error
        let root = URL(filePath: folder, directoryHint: .isDirectory)
        let server = try await ShelfServer(
            configuration: configuration,
            database: PostgresDatabase(
                DatabaseAddress(database).parameters, judgingUpTo: .seconds(5)),
            folder: PublishedFolder(
                root: root.appending(path: "published"), staging: root.appending(path: "staging")),
            timeline: .system(uncertainty: .zero, fallback: .zero), logger: logger)
        await server.engine.publisher.publish(earliest: server.engine.timeline.earliest)
        let publicKey = server.engine.descriptions.first?.publicKey
        try await server.run { ServerGreeting(port: $0, publicKey: publicKey).say() }
    }
}
