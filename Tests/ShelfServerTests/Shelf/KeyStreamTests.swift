import NIOCore
import ShelfEngine
import ShelfModel
import ShelfSQLite
import ShelfServer
import ShelfTesting
import ShelfWire
import Testing

struct KeyStreamTests {
    private func started(stores: [String] = ["main"]) async throws -> VirtualServer {
        try await VirtualServer(
            configuration: Fixtures.configuration(), database: SQLiteDatabase.inMemory(),
            time: ManualTimeline(at: Fixtures.start + .seconds(20)))
    }

    @Test func `a stream begins with the newest public key of each chain`() async throws {
        let server = try await started()
        var witness = try await Witness(store: "main", client: server.client)
        let chain = try await witness.look(at: server.client).header.chains[0]
        var words = try await server.client.stream("/v1/stores/main/keys").makeAsyncIterator()
        let first = await words.next()
        let firstEvents = String(buffer: try #require(first))
        let slot = try #require(chain.newestReleased(at: server.time.now))
        #expect(firstEvents.contains(/retry: [1-4][0-9]{3}\n/))
        #expect(firstEvents.contains("event: key\nid: \(chain.id).\(slot)\ndata: {"))
        #expect(firstEvents.contains("\"sequence\":\(WindowHeader.sequence(at: Fixtures.start))"))
        #expect(firstEvents.hasSuffix("\n\n"))
    }

    @Test func `after a hand-over a stream speaks only of chains that the newest window names`() async throws {
        let server = try await started()
        let end = try #require(server.engine.shelves["main"]?.chains.first?.end)
        await server.advance(to: end + .minutes(7))
        var witness = try await Witness(store: "main", client: server.client)
        let named = Set(try await witness.look(at: server.client).header.chains.map(\.id))
        #expect(named.count == 1)
        var words = try await server.client.stream("/v1/stores/main/keys").makeAsyncIterator()
        let first = await words.next()
        let firstEvents = String(buffer: try #require(first))
        #expect(firstEvents.split(separator: "\n").count { $0.hasPrefix("event: key") } == named.count)
        #expect(firstEvents.contains("id: \(named.first!)."))
    }

    @Test func `each listing's key is pushed when it is due, never before, and opens its card`() async throws {
        let server = try await started()
        var witness = try await Witness(store: "main", client: server.client)
        let window = try await witness.look(at: server.client)
        var words = try await server.client.stream("/v1/stores/main/keys").makeAsyncIterator()
        _ = await words.next()
        var slots: Set<Int> = []
        let coming = window.listings.filter { slots.insert($0.slot).inserted }.filter {
            $0.start > Fixtures.start + .seconds(21)
        }.sorted { $0.start < $1.start }
        for listing in coming.prefix(12) {
            let due = listing.start - .milliseconds(300)
            #expect(await server.advance(to: due - .milliseconds(1))["main"] == nil)
            #expect(witness.card(of: listing) == nil)
            guard await server.advance(to: due)["main"] == 1 else {
                Issue.record("the key was not pushed when it was due")
                return
            }
            let pushed = await words.next()
            let event = try Self.event(try #require(pushed))
            try witness.hear(event.released, latest: due.milliseconds)
            #expect(witness.card(of: listing) != nil)
        }
    }

    @Test func `listings that start together need one key`() async throws {
        let server = try await started()
        let releases = try #require(server.engine.shelves["main"]).releases
        #expect(Set(releases.map(\.slot)).count == releases.count)
    }

    @Test func `a quiet stream is kept open by comments, and ends when the server stops`() async throws {
        let server = try await started()
        var words = try await server.client.stream("/v1/stores/main/keys").makeAsyncIterator()
        _ = await words.next()
        server.server.streams.keepAlive()
        #expect(await words.next().map(String.init(buffer:)) == ":\n\n")
        #expect(server.server.streams.count == 1)
        server.server.streams.finish()
        #expect(await words.next() == nil)
        #expect(server.server.streams.count == 0)
    }

    static func event(_ buffer: ByteBuffer) throws -> KeyEvent {
        let line = String(buffer: buffer).split(separator: "\n").first { $0.hasPrefix("data: ") } ?? ""
        return try WireJSON.decode(KeyEvent.self, line.dropFirst(6).utf8)
    }
}
