import ArgumentParser
import Foundation
import ShelfTesting

/// `shelflife-bench rush`: how many purchases a second, each durable before it is answered.
struct RushCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rush",
        abstract: "Measures purchases over HTTP: how many a second, and how long each takes.",
        discussion: "The server, its database on disk and the crowd share this machine's processors.")

    @Option(help: "How many connections, each with one request at a time.")
    var connections = 64

    @Option(help: "How many players.")
    var players = 200

    @Option(help: "For how many seconds.")
    var seconds = 10

    @Flag(help: "Players come at random, instead of in turn.")
    var random = false

    @Option(help: "How many purchases a second are tried at most; 0 is as many as go.")
    var rate = 0

    func validate() throws {
        guard connections > 0, players > 0, seconds > 0, rate >= 0 else {
            throw ValidationError("--connections, --players and --seconds must be at least 1, --rate at least 0.")
        }
    }

    func run() async throws {
        let server = try await RushServer()
        let crowd = RushCrowd(
            connections: connections, players: players, seconds: Int64(seconds), isRandom: random, rate: rate)
        let (ports, port) = AsyncStream.makeStream(of: Int.self)
        let serving = Task { try await server.run { port.yield($0) } }
        guard let port = await ports.first(where: { _ in true }) else { return }
        let result = try await crowd.rush(to: server, port: port)
        serving.cancel()
        _ = try? await serving.value
        print(result.text)
    }
}
