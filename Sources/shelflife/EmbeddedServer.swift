import Foundation
import Logging
import ShelfConfiguration
import ShelfSQLite
import ShelfServer
import ShelfWire

/// A server on the embedded database, with its files in the data folder and the machine's clock for its time.
struct EmbeddedServer {
    private let configuration: Configuration
    private let logger: Logger

    init(_ configuration: Configuration, logLevel: Logger.Level) {
        self.configuration = configuration
        var logger = Logger(label: "shelflife") { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = logLevel
        self.logger = logger
    }

    /// Serves until SIGINT or SIGTERM.
    ///
    /// - Parameter announce: called with the address, and the stores with their public keys, once it can be opened.
    func run(announce: @escaping @Sendable (_ address: String, _ stores: [StoreDescription]) -> Void) async throws {
        Heap.keepWindowsApart()
        let data = try DataFolder(path: configuration.server.data)
        let server = try await ShelfServer(
            configuration: configuration, database: SQLiteDatabase(path: data.database),
            folder: PublishedFolder(root: data.published, staging: data.staging),
            timeline: .system(
                uncertainty: configuration.clockUncertainty, fallback: Configuration.usualUncertainty),
            logger: logger)
        let host = configuration.server.host
        try await server.run { port in
            announce("http://\(host):\(port)", server.descriptions)
            // Whoever waits for this line reads it through a pipe, where lines would gather.
            fflush(nil)
        }
    }
}
