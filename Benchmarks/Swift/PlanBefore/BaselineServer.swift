import ArgumentParser
import Foundation
import Hummingbird
import Logging

/// `shelflife-bench baseline-server`: the plan before, in a process of its own. Each call is one query, and nothing is
/// kept in memory.
struct BaselineServer: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "baseline-server", shouldDisplay: false)

    @Option var database: String

    /// A file with all rows that there will be, as JSON.
    @Option var plan: String

    private static let connections = 20

    func run() async throws {
        OpenFileLimit.raise()
        let plan = try JSONDecoder().decode([UpcomingItem].self, from: Data(contentsOf: URL(filePath: self.plan)))
        let pool = try ConnectionPool(database, connections: Self.connections)
        try await pool.use { try UpcomingTable(connection: $0).make() }
        try await Self.fill(from: plan, pool)
        let filling = Task { try await Self.fillEachMinute(from: plan, pool) }
        defer { filling.cancel() }
        var logger = Logger(label: "baseline") { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = .error
        let application = Application(
            router: Self.router(pool),
            configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { ServerGreeting(port: $0.localAddress?.port ?? 0).say() }, logger: logger)
        try await application.runService()
    }

    private static func router(_ pool: ConnectionPool) -> Router<BasicRequestContext> {
        let router = Router()
        router.get("/shelf") { _, _ -> [UpcomingItem] in
            try await pool.use { try UpcomingTable(connection: $0).shelf(nowMs: TrueTime.nowUs() / 1000) }
        }
        router.get("/positions/{position}") { _, context -> UpcomingItem in
            let position = try context.parameters.require("position", as: Int.self)
            let item = try await pool.use {
                try UpcomingTable(connection: $0).item(at: position, nowMs: TrueTime.nowUs() / 1000)
            }
            guard let item else { throw HTTPError(.notFound) }
            return item
        }
        return router
    }

    private static func fillEachMinute(from plan: [UpcomingItem], _ pool: ConnectionPool) async throws {
        while true {
            try await Task.sleep(for: .microseconds(60_000_000 - TrueTime.nowUs() % 60_000_000))
            try await fill(from: plan, pool)
        }
    }

    private static func fill(from plan: [UpcomingItem], _ pool: ConnectionPool) async throws {
        try await pool.use { try UpcomingTable(connection: $0).fill(from: plan, nowMs: TrueTime.nowUs() / 1000) }
    }
}

extension UpcomingItem: ResponseEncodable {}
