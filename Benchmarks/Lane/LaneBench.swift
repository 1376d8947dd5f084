import ArgumentParser
import Dispatch
import NIOCore
import NIOEmbedded
import ShelfConfiguration
import ShelfDatabase
import ShelfEngine
import ShelfModel
import ShelfSQLite
import ShelfServer
import ShelfSite
import ShelfTesting
import ShelfWire
import Synchronization

/// The fast lane on a channel without a socket, and what the router answers from memory, to count their
/// instructions.
///
/// A program of its own: callgrind can't follow one whose first thread ends, as that of an `async` main does.
@main struct LaneBench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "shelflife-lane", abstract: "Answers one kind of request again and again, without a socket.",
        discussion: "Time stands still meanwhile, so that each answer costs what the one before did.")

    enum Kind: String, CaseIterable, ExpressibleByArgument {
        case time, window, unchanged, key, pipelined
        /// These are the router's: the storefront's page, a problem, and the desk's page.
        case page, problem, desk
        /// The storefront's page as it is written after a change of the content.
        case template

        /// How many requests are in what is read at once.
        var requests: Int { self == .pipelined ? 10 : 1 }
    }

    @Option(help: "What is asked for.")
    var kind = Kind.time

    @Option(help: "How many times.")
    var reads = 1000

    func run() throws {
        let answered = Mutex<Result<Int, any Error>>(.success(0))
        let isDone = DispatchSemaphore(value: 0)
        Task {
            do {
                let count = try await answers()
                answered.withLock { $0 = .success(count) }
            } catch {
                answered.withLock { $0 = .failure(error) }
            }
            isDone.signal()
        }
        isDone.wait()
        let count = try answered.withLock { try $0.get() }
        guard count == reads * kind.requests else {
            throw ValidationError("\(count) answers to \(reads * kind.requests) requests: the router got some")
        }
    }

    private var configuration: Configuration {
        var configuration = Fixtures.configuration()
        configuration.settings.admins = [AdminToken(name: "anna", hash: [UInt8](repeating: 1, count: 32), scopes: [])]
        configuration.settings.desk = DeskSettings(host: "127.0.0.1", port: 18_474)
        return configuration
    }

    /// How many requests were answered.
    private func answers() async throws -> Int {
        let server = try await VirtualServer(
            configuration: configuration, database: SQLiteDatabase.inMemory(),
            time: ManualTimeline(at: Fixtures.start - .seconds(40)))
        await server.advance(to: Fixtures.start + .seconds(20))
        switch kind {
        case .time, .window, .unchanged, .key, .pipelined: return try lane(server)
        case .page: return try await router(server.client, "/", status: 200)
        case .problem: return try await router(server.client, "/v1/stores/none/window", status: 404)
        case .desk: return try await router(try desk(of: server.server), "/desk", status: 200)
        case .template: return try template()
        }
    }

    private func desk(of server: ShelfServer) throws -> InProcessClient {
        guard let desk = server.desk, let origin = desk.origin.current else { throw ValidationError("no desk") }
        return InProcessClient(desk.responder, authority: origin.authority)
    }

    private func router(_ client: InProcessClient, _ path: String, status: Int) async throws -> Int {
        for _ in 0..<reads {
            guard try await client.send(path).status == status else { throw ValidationError("another answer") }
        }
        return reads
    }

    private func template() throws -> Int {
        let site = try Site()
        let stores = ["main", "bazaar", "vintage"].map { id in
            StoreDescription(
                id: id, title: "The \(id)", positions: 12, columns: 4, leadMs: 300, currency: "coins",
                publicKey: String(repeating: "A", count: 43), theme: .plain)
        }
        let context = StorefrontContext(
            title: "Today & tomorrow", version: ShelfServer.version, storesVersion: "1",
            stores: stores.map { StorefrontContext.Store(id: $0.id, appSecret: nil) }, descriptions: stores)
        let first = try site.page(context)
        for _ in 0..<reads {
            guard try site.page(context).utf8.count == first.utf8.count else { throw ValidationError("another page") }
        }
        return reads
    }

    private func lane(_ server: VirtualServer) throws -> Int {
        let request = ByteBuffer(string: try text(server.server, at: server.time.now))
        let channel = EmbeddedChannel()
        channel.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 1), promise: nil)
        try server.server.attach(to: channel)
        var answered = 0
        for _ in 0..<reads {
            try channel.writeInbound(request)
            while case .byteBuffer? = try channel.readOutbound(as: IOData.self) { answered += 1 }
        }
        _ = try channel.finish(acceptAlreadyClosed: true)
        return answered
    }

    private func text(_ server: ShelfServer, at now: Instant) throws -> String {
        guard let store = server.engine.shelves["main"], let window = store.windows.first,
            let chain = store.chains.last,
            let slot = chain.newestReleased(at: now)
        else { throw ValidationError("nothing is published") }
        let host = "Host: store.example.com\r\nUser-Agent: bench\r\nAccept: */*\r\n"
        func get(_ path: String, _ more: String = "") -> String { "GET /v1/\(path) HTTP/1.1\r\n\(host)\(more)\r\n" }
        return switch kind {
        case .time: get("time")
        case .window: get("stores/main/window")
        case .unchanged: get("stores/main/window", "If-None-Match: \"\(window.digest)\"\r\n")
        case .key: get("stores/main/keys/\(chain.id)/\(slot)")
        case .pipelined: String(repeating: get("time"), count: kind.requests)
        case .page, .problem, .desk, .template: ""
        }
    }
}
