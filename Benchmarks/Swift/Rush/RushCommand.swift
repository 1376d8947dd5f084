import ArgumentParser
import Foundation
import ShelfConfiguration
import ShelfTesting

/// `shelflife-bench rush`: how many purchases a second, each durable before it is answered.
struct RushCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rush",
        abstract: "Measures purchases over HTTP: how many a second, and how long each takes.",
        discussion: """
            As many as go, by players in turn and by players at random, and then half as many a second.
            The server, its database on disk and the crowd share this machine's processors.
            At the end, what the database has kept is held against what the crowd was told.
            """)

    @Option(help: "How many connections, each with one request at a time.")
    var connections = 64

    @Option(help: "How many players.")
    var players = 200

    @Option(help: "For how many seconds each way is measured.")
    var seconds: Int64 = 10

    @Option(help: "How many players are stored before, who don't come.")
    var storedPlayers: Int64 = 0

    @Option(help: "How many purchases of theirs are stored before.")
    var storedPurchases: Int64 = 0

    @Option(help: "The address of an empty PostgreSQL database, to measure that instead of SQLite.")
    var database: String?

    @Option(help: "How many servers share the PostgreSQL database.")
    var servers = 1

    @Option(help: "How many copies of each item there are; without it, as many as are bought.")
    var edition: Int64?

    @Flag(help: "Have the database sealed by a vault.")
    var vault = false

    @Flag(help: "Then times what a support team looks up.")
    var lookups = false

    @Option(help: "Where to write the results as JSON.")
    var json: String?

    func validate() throws {
        guard connections > 0, players > 0, seconds > 0 else {
            throw ValidationError("--connections, --players and --seconds must be at least 1.")
        }
        _ = try databaseAddress()
        guard servers > 0, servers == 1 || database != nil else {
            throw ValidationError("--servers must be at least 1; several need --database.")
        }
        guard edition ?? 1 > 0 else { throw ValidationError("--edition must be at least 1.") }
        guard storedPlayers == 0 || database == nil else {
            throw ValidationError("--stored-players is for SQLite only.")
        }
        guard storedPlayers == 0 || !vault else {
            throw ValidationError("--stored-players is for a database without a vault.")
        }
        guard storedPurchases >= 0, storedPlayers >= min(1, storedPurchases) else {
            throw ValidationError("--stored-players and --stored-purchases must be at least 0; purchases need players.")
        }
    }

    func run() async throws {
        let history = storedPlayers > 0 ? RushHistory(players: storedPlayers, purchases: storedPurchases) : nil
        let address = try databaseAddress()
        var running: [RunningRushServer] = []
        for _ in 0..<servers {
            running.append(
                try await RunningRushServer(
                    RushServer(database: address, history: history, edition: edition, isSealed: vault)))
        }
        let results = try await measure(running)
        for server in running { await server.stop() }
        if let json { try JSONEncoder().encode(results).write(to: URL(filePath: json)) }
    }

    private func databaseAddress() throws -> DatabaseAddress? {
        guard let database else { return nil }
        do throws(DatabaseAddressFault) {
            return try DatabaseAddress(database)
        } catch {
            throw ValidationError("--database: \(error)")
        }
    }

    private func measure(_ servers: [RunningRushServer]) async throws -> [String: RushResult.Summary] {
        let crowd = try await RushCrowd(connections: connections, players: players, ports: servers.map(\.port))
        var (results, confirmed, unknown) = ([String: RushResult.Summary](), 0, 0)
        func rush(_ name: String, isRandom: Bool = false, rate: Int64 = 0) async throws -> Int64 {
            let bodies = try servers[0].server.bodies()
            let plan = RushPlan(bodies: bodies, isRandom: isRandom, rate: rate, seconds: seconds)
            let before = try await servers[0].server.log()
            var result = try await crowd.rush(plan)
            if let before, let after = try await servers[0].server.log() { result.log = after - before }
            print("\(name)\n\(result.text)\n")
            results[name] = result.summary
            confirmed += result.sortedUs.count
            unknown += result.others[503, default: 0]
            return result.perSecond
        }
        let most = try await rush("players in turn")
        _ = try await rush("players at random", isRandom: true)
        _ = try await rush("half as many a second", isRandom: true, rate: max(1, most / 2))
        let (database, players) = (servers[0].server.database, crowd.players)
        let audit = RushAudit(database: database, players: players, welcome: RushServer.welcome)
        print(try await audit.check(confirmed: confirmed, unknown: unknown))
        if lookups { print(try await RushLookups(database: database, players: players).text()) }
        return results
    }
}

/// A server that listens.
private struct RunningRushServer {
    let server: RushServer
    let port: Int
    private let serving: Task<Void, any Error>

    init(_ server: RushServer) async throws {
        let (ports, port) = AsyncStream.makeStream(of: Int.self)
        serving = Task { try await server.run { port.yield($0) } }
        guard let port = await ports.first(where: { _ in true }) else { throw CancellationError() }
        (self.server, self.port) = (server, port)
    }

    func stop() async {
        serving.cancel()
        _ = try? await serving.value
    }
}
