import ArgumentParser
import Foundation
import Logging
import ShelfConfiguration
import ShelfWire

/// `shelflife serve`
struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Run the server.",
        discussion: """
            Flags override the environment (SHELFLIFE_HOST, SHELFLIFE_PORT, SHELFLIFE_DATA, \
            SHELFLIFE_CLOCK_UNCERTAINTY), which overrides the configuration file. Ctrl-C stops it.
            """)

    @Option(help: "The configuration file.", completion: .file(extensions: ["yaml", "yml"]))
    var config = "shelflife.yaml"

    @Option(help: "The folder for secrets and published windows; it is made if need be.", completion: .directory)
    var data: String?

    @Option(help: "The address to listen on.")
    var host: String?

    @Option(help: "The port to listen on; 0 takes any that is free.")
    var port: Int?

    @Option(help: "How much to log.")
    var logLevel = LogLevel.info

    enum LogLevel: String, CaseIterable, ExpressibleByArgument {
        case trace, debug, info, notice, warning, error, critical
    }

    func validate() throws {
        if let port { try Port.validate(port) }
    }

    func run() async throws {
        var configuration = try ConfigurationLoader.load(
            file: config, environment: ProcessInfo.processInfo.environment, now: WallClock.now())
        configuration.server.data = data ?? configuration.server.data
        configuration.server.host = host ?? configuration.server.host
        configuration.server.port = port ?? configuration.server.port
        let level = Logger.Level(rawValue: logLevel.rawValue) ?? .info
        try await EmbeddedServer(configuration, logLevel: level).run { address, stores in
            print("Shelflife serves on \(address)")
            for store in stores { print("  \(store.id): public key \(store.publicKey)") }
        }
    }
}
