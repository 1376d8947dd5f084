import NIOCore
import ShelfConfiguration
import ShelfModel
import ShelfTesting
import ShelfWire
import Testing

/// Records all that leaves a server, derives what can be derived, and tries it on every record it has seen.
final class Adversary {
    struct Target: Hashable {
        let store: String
        let listing: SealedListing
    }

    private let server: VirtualServer
    private let secret: AppSecret?
    private var witnesses: [Witness] = []
    private var chains: [ChainID: Chain] = [:]
    private var streams: [String: AsyncStream<ByteBuffer>.AsyncIterator] = [:]
    private var shut: Set<Target> = []
    /// Every key that was received and can be read.
    private var keys: [(chain: ChainID, slot: Int, key: ChainKey)] = []

    private(set) var recorded: [[UInt8]] = []
    private(set) var opened: Set<Target> = []
    /// What was known before its release. There must be nothing here.
    private(set) var early: [String] = []
    private(set) var attempts = 0

    init(_ server: VirtualServer, secret: AppSecret? = nil) async throws {
        self.server = server
        self.secret = secret
        for store in server.configuration.stores {
            witnesses.append(try await Witness(store: store.id, client: server.client))
        }
    }

    private var now: Instant { server.time.now }

    /// Opens every store's key stream.
    func listen() async throws {
        for witness in witnesses {
            streams[witness.store] = try await server.client.stream(Route.keys(store: witness.store).path)
                .makeAsyncIterator()
            if let piece = await streams[witness.store]?.next() { take(String(buffer: piece)) }
        }
    }

    func hear(_ pushed: [String: Int]) async throws {
        for (store, count) in pushed {
            for _ in 0..<count {
                if let piece = await streams[store]?.next() { take(String(buffer: piece)) }
            }
        }
    }

    /// Asks every route, also for what isn't there yet: all refusals must read the same.
    func ask() async throws {
        for path in ["/", "/v1/stores", "/v1/time", "/metrics", "/readyz", "/healthz"] { _ = try await body(of: path) }
        for index in witnesses.indices {
            let store = witnesses[index].store
            let window = try witnesses[index].see(try await body(of: Route.window(store: store).path))
            shut.formUnion(window.listings.map { Target(store: store, listing: $0) }.filter { !opened.contains($0) })
            for chain in window.header.chains { chains[chain.id] = chain }
            for released in window.header.released { take(released) }
            try await askForKeys(of: window.header)
        }
    }

    /// Tries what is known: the newest keys on everything, every key on what is about to be released.
    func tryToOpen() {
        let newest = Dictionary(grouping: keys, by: \.chain).compactMapValues { $0.max { $0.slot < $1.slot } }
        for target in shut {
            guard let chain = chains[target.listing.chain] else { continue }
            let release = chain.release(of: target.listing.slot)
            let isNearRelease = release > now && release <= now + .seconds(1)
            let own = newest[chain.id].map { [derived($0, for: target.listing.slot)] } ?? []
            let candidates = own + [chain.anchor] + (isNearRelease ? keys.map(\.key) : [])
            attempts += candidates.count
            guard candidates.contains(where: { target.listing.open(with: $0) != nil }) else { continue }
            if release > now { early.append("a card of \(target.store) \(release - now) before its release") }
            opened.insert(target)
        }
        shut.subtract(opened)
        shut = shut.filter { $0.listing.end > now - .minutes(1) }
    }

    func take(_ released: ReleasedKey) {
        guard let chain = chains[released.chain] else { return }
        let release = chain.release(of: released.slot)
        if release > now { early.append("key \(released.slot) \(release - now) before its release") }
        guard let key = released.opened(with: secret) else { return }
        keys.append((released.chain, released.slot, key))
    }

    private func askForKeys(of header: WindowHeader) async throws {
        let coming = try await server.client.send(
            Route.numberedWindow(store: header.store, sequence: header.sequence + 1).path)
        for chain in header.chains {
            guard let newest = chain.newestReleased(at: now) else { continue }
            for slot in [newest + 1, newest + 60, chain.slots, chain.slots + 5, -3, 0] {
                let path = Route.key(store: header.store, chain: chain.id, slot: slot).path
                let refusal = try await server.client.send(path)
                #expect(refusal.status == 404 && refusal.body == coming.body && refusal.headers == coming.headers)
                recorded.append(refusal.body)
            }
            let path = Route.key(store: header.store, chain: chain.id, slot: newest).path
            take(try WireJSON.decode(ReleasedKey.self, try await body(of: path)))
        }
    }

    private func body(of path: String) async throws -> [UInt8] {
        let answer = try await server.client.send(path)
        recorded.append(answer.body)
        return answer.body
    }

    private func take(_ words: String) {
        recorded.append(Array(words.utf8))
        for line in words.split(separator: "\n") where line.hasPrefix("data: ") {
            if let event = try? WireJSON.decode(KeyEvent.self, line.dropFirst(6).utf8) { take(event.released) }
        }
    }

    /// The slot's own key where it follows from `known`, else just that.
    private func derived(_ known: (chain: ChainID, slot: Int, key: ChainKey), for slot: Int) -> ChainKey {
        slot <= known.slot ? known.key.descended(in: known.chain, from: known.slot, to: slot) : known.key
    }
}
