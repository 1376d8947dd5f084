import HTTPTypes
import NIOCore
package import ShelfClient
import ShelfModel
package import ShelfWire

/// A client's session in a ``World``. It has its own clock, which is off and drifts, and a link that delays.
package final class VirtualClient {
    package let store: String
    /// The server that it talks to.
    let server: VirtualServer
    package private(set) var session: StoreSession
    package private(set) var archived: [UInt8]?
    /// Whether requests reach the server.
    package var isConnected = true
    /// How many requests were sent, streams included.
    package private(set) var requests = 0
    private unowned let world: World
    private let offsetUs: Int64
    private let driftPerMillion: Int64
    private let startUs: Int64
    private var random: SplitMix64
    private var words: AsyncStream<ByteBuffer>.AsyncIterator?
    private var parser = ServerSentEvents()
    private var streams = 0
    private var timer = 0

    /// - Parameters:
    ///   - server: the server that it talks to; the world's first one unless given.
    ///   - offsetUs: what this client's clock shows at the beginning.
    ///   - driftPerMillion: by how much its clock is faster than the world's, in parts per million.
    package init(
        in world: World, at server: VirtualServer? = nil, store: String, publicKey: PublicKey,
        secret: AppSecret? = nil, offsetUs: Int64, driftPerMillion: Int64, seed: UInt32
    ) {
        self.world = world
        self.server = server ?? world.server
        self.store = store
        self.offsetUs = offsetUs
        self.driftPerMillion = driftPerMillion
        startUs = world.nowUs
        random = SplitMix64(seed: seed)
        session = StoreSession(
            store: store, publicKey: publicKey, secret: secret, random: SplitMix64(seed: seed &+ 1000))
    }

    /// What this client's clock shows.
    package var localUs: Int64 {
        let passed = world.nowUs - startUs
        return offsetUs + passed + passed * driftPerMillion / 1_000_000
    }

    package func shelf() -> Shelf { session.shelf(at: localUs) }
    package func status() -> StoreStatus { session.status(at: localUs) }

    package func begin() async throws {
        try await tell(.started(archived: archived))
    }

    package func tell(_ event: StoreSession.Event) async throws {
        for action in session.handle(event, at: localUs) { try await perform(action) }
    }

    /// Receives what the server has just pushed on the open stream.
    package func hear(_ count: Int) async {
        var heard = 0
        while heard < count {
            guard words != nil, let piece = await words?.next() else { return }
            heard += deliver(piece)
        }
    }

    /// Breaks the key stream, as the end of the server's process would.
    package func loseStream() {
        guard words != nil else { return }
        words = nil
        streams += 1
        world.later(delay()) { try await self.tell(.keyStreamEnded) }
    }

    private func perform(_ action: StoreSession.Action) async throws {
        switch action {
        case .fetchWindow(let etag): fetchWindow(etag)
        case .exchangeTime: exchangeTime()
        case .openKeyStream: openStream()
        case .closeKeyStream: (words, streams) = (nil, streams + 1)
        case .fetchKey(let chain, let slot): fetchKey(chain, slot)
        case .fetchStores, .redraw: break
        case .archive(let bytes): archived = bytes
        case .archiveClock: break
        case .wake(let us): setTimer(us)
        }
    }

    private func setTimer(_ us: Int64?) {
        timer += 1
        guard let us else { return }
        let number = timer
        let waitUs = us - localUs
        // The conversion to the world's time is rounded, so the timer may ring a little early. Then it waits again.
        world.later(waitUs - waitUs * driftPerMillion / 1_000_000) {
            guard number == self.timer else { return }
            guard self.localUs >= us else { return self.setTimer(us) }
            try await self.tell(.wake)
        }
    }

    private func exchangeTime() {
        let sentUs = localUs
        ask(.time, failed: .timeFailed) { answer in
            let time = try WireJSON.decode(TimeAnswer.self, answer.body)
            return .timeAnswer(Exchange(sentUs: sentUs, receivedUs: self.localUs, answer: time))
        }
    }

    private func fetchWindow(_ etag: String?) {
        var headers: HTTPFields = [:]
        headers[.ifNoneMatch] = etag
        ask(.window(store: store), headers: headers, failed: .windowFailed) { answer in
            switch answer.status {
            case 200: .windowAnswer(bytes: answer.body, etag: answer.headers[.eTag])
            case 304: .windowNotModified
            default: .windowFailed
            }
        }
    }

    private func fetchKey(_ chain: ChainID, _ slot: Int) {
        ask(.key(store: store, chain: chain, slot: slot), failed: .keyFailed) { answer in
            answer.status == 200 ? .keyAnswer(try WireJSON.decode(ReleasedKey.self, answer.body)) : .keyFailed
        }
    }

    private func ask(
        _ target: RequestTarget, headers: HTTPFields = [:], failed: StoreSession.Event,
        event: @escaping (InProcessClient.Answer) throws -> StoreSession.Event
    ) {
        requests += 1
        world.later(delay()) {
            guard self.isConnected else { return self.world.later(5_000_000) { try await self.tell(failed) } }
            let answer = try await self.server.client.send(target.path, headers: headers)
            self.world.later(self.delay()) { try await self.tell(try event(answer)) }
        }
    }

    private func openStream() {
        (requests, streams) = (requests + 1, streams + 1)
        let number = streams
        world.later(delay()) {
            guard number == self.streams else { return }
            guard self.isConnected else { return try await self.tell(.keyStreamEnded) }
            self.parser = ServerSentEvents()
            self.words = try await self.server.client.stream(RequestTarget.keys(store: self.store).path)
                .makeAsyncIterator()
            let firstEvents = await self.words?.next()
            self.world.later(self.delay()) { try await self.tell(.keyStreamOpened) }
            if let firstEvents { self.deliver(firstEvents) }
        }
    }

    /// - Returns: how many keys and pieces of notices it brings.
    @discardableResult
    private func deliver(_ piece: ByteBuffer) -> Int {
        guard let events = try? parser.read(piece.readableBytesView) else { return 0 }
        let delayUs = delay()
        for event in events where isConnected {
            guard let told = try? StreamEvent(name: event.name, data: event.data.utf8) else { continue }
            world.later(delayUs) { try await self.tell(StoreSession.Event(told)) }
        }
        return events.count { $0.name == "key" } + (events.contains { $0.name == "notice" } ? 1 : 0)
    }

    /// The delay of one way over the link: 5 to 40 ms.
    private func delay() -> Int64 {
        Int64.random(in: 5_000...40_000, using: &random)
    }
}
