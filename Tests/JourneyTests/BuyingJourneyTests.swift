import HTTPTypes
import ShelfClient
import ShelfConfiguration
import ShelfDatabase
import ShelfEngine
import ShelfModel
import ShelfSQLite
import ShelfServer
import ShelfTesting
import ShelfWire
import Synchronization
import Testing

/// The SDK and the server, with everything between them unreliable.
@Suite(.timeLimit(.minutes(30))) struct `Buying from tap to inventory` {
    @Test(arguments: 1...5 as ClosedRange<UInt32>)
    func `what was tapped is bought once, though answers are lost and both ends start again and again`(
        seed: UInt32
    ) async throws {
        let server = try await Self.started()
        let line = BadLine(server, seed: seed)
        let archive = PlayerArchive.memory()
        var random = SplitMix64(seed: seed)
        for position in 0..<4 {
            let shelf = try Self.position(position, of: server)
            if Bool.random(using: &random) {
                _ = try await Self.app(line, archive) { try await $0.buy(shelf, at: Self.reading(server)) }
            } else {
                // The app ends while the answer is on its way, and the tap is answered at the next start.
                try await Self.app(line, archive) { queue in
                    let (calls, reading) = (line.calls, Self.reading(server))
                    let tap = Task { try await queue.buy(shelf, at: reading) }
                    try await eventually("a request leaves") { line.calls > calls }
                    tap.cancel()
                }
                try await server.restart()
                line.use(server)
                try await Self.app(line, archive) { queue in
                    try await eventually("all is answered") { try await archive.intents().isEmpty }
                }
            }
        }
        let player = try await Self.player(of: archive, at: server)
        let orders = try await server.database.orders(of: player, before: nil, limit: 100)
        let paid = orders.reduce(0) { $0 + $1.settled.order.offered }
        #expect(orders.count == 4)
        #expect(try await server.database.balances(of: player) == ["coins": 1000 - paid])
        #expect(try await server.database.unbalancedWallets().isEmpty)
        #expect(line.lost > 0)
    }

    /// Who the app's credential is at the server.
    private static func player(of archive: PlayerArchive, at server: VirtualServer) async throws -> Int64 {
        let credential = try await archive.credential(PlayerCredential())
        let body = try WireJSON.encode(PlayerRequest(credential: credential.text))
        let answer = try await server.client.send("/v1/players", method: .post, body: body)
        return try #require(Int64(WireJSON.decode(PlayerTokens.self, answer.body).player))
    }

    private static func started() async throws -> VirtualServer {
        var configuration = Fixtures.configuration()
        configuration.settings.players.welcome = ["coins": 1000]
        configuration.settings.limits = LimitSettings(address: 10_000, player: 10_000)
        return try await VirtualServer(
            configuration: configuration, database: SQLiteDatabase.inMemory(),
            time: ManualTimeline(at: Fixtures.start + .seconds(20)))
    }

    /// One run of the app.
    private static func app<Value: Sendable>(
        _ line: BadLine, _ archive: PlayerArchive, _ body: (PurchaseQueue) async throws -> Value
    ) async throws -> Value {
        let key = try #require(PublicKey(line.publicKey))
        let clock = ManualClock()
        var local = clock.local
        local.sleep = { untilUs in
            try Task.checkCancellation()
            clock.nowUs = max(clock.nowUs, untilUs)
        }
        let queue = PurchaseQueue(
            store: "main", publicKey: key, trade: line.transport, archive: archive, clock: local)
        let running = Task { await queue.run() }
        try await eventually("the queue runs") { await queue.isRunning }
        defer { running.cancel() }
        let value = try await body(queue)
        running.cancel()
        await running.value
        return value
    }

    private static func position(_ position: Int, of server: VirtualServer) throws -> ShelfPosition {
        let now = server.time.now
        let (name, listing) = try #require(
            server.engine.shelves["main"]?.listings.first {
                $0.position == position && $1.start <= now && $1.end > now + .seconds(1)
            })
        return ShelfPosition(
            position: position, phase: .onSale,
            listing: ShelfListing(
                chain: try #require(ChainID(bytes: name.chain)), slot: name.slot, position: position,
                revision: name.revision, start: listing.start, end: listing.end),
            card: Card(plaintext: listing.card), timeLeft: listing.end - now, progress: 0)
    }

    private static func reading(_ server: VirtualServer) -> ClockReading {
        ClockReading(nowUs: server.time.nowUs, uncertaintyUs: 1000, isConfirmed: true)
    }
}

/// The way to a server, on which requests and answers are lost.
private final class BadLine: Sendable {
    private struct State {
        var client: InProcessClient
        var random: SplitMix64
        var calls = 0
        var lost = 0
    }

    let publicKey: String
    private let state: Mutex<State>

    init(_ server: VirtualServer, seed: UInt32) {
        publicKey = server.engine.descriptions[0].publicKey
        state = Mutex(State(client: server.client, random: SplitMix64(seed: seed)))
    }

    var calls: Int { state.withLock { $0.calls } }
    var lost: Int { state.withLock { $0.lost } }

    func use(_ server: VirtualServer) {
        let client = server.client
        state.withLock { $0.client = client }
    }

    var transport: TradeTransport {
        TradeTransport(
            signIn: { try await self.post("/v1/players", PlayerRequest(credential: $0.text)) },
            refresh: { try await self.post("/v1/players/refresh", RefreshRequest(refreshToken: $0)) },
            purchase: { store, key, request, token in
                try await self.post(
                    "/v1/stores/\(store)/purchases", request,
                    headers: [.authorization: "Bearer \(token)", HTTPField.Name(PurchaseRequest.keyHeader)!: key])
            },
            topUp: { _, _ in throw TransportError.unreachable("not asked here") },
            wallet: { _ in throw TransportError.unreachable("not asked here") },
            inventory: { _ in throw TransportError.unreachable("not asked here") },
            history: { _, _, _ in throw TransportError.unreachable("not asked here") })
    }

    private func post<Value: Decodable>(_ path: String, _ body: some Encodable, headers: HTTPFields = [:]) async throws
        -> Value
    {
        let (client, isLost, isAnswerLost) = state.withLock { state in
            state.calls += 1
            return (
                state.client, Int.random(in: 0..<3, using: &state.random) == 0,
                Int.random(in: 0..<3, using: &state.random) == 0
            )
        }
        if isLost { throw loss() }
        let answer = try await client.send(path, method: .post, headers: headers, body: WireJSON.encode(body))
        if isAnswerLost { throw loss() }
        guard answer.status == 200 else { throw TransportError.problem(try WireJSON.decode(Problem.self, answer.body)) }
        return try WireJSON.decode(Value.self, answer.body)
    }

    private func loss() -> TransportError {
        state.withLock { $0.lost += 1 }
        return .unreachable("lost")
    }
}
