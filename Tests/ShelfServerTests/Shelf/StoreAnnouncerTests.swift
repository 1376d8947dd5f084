import NIOCore
import ShelfConfiguration
import ShelfDatabase
import ShelfEngine
import ShelfModel
import ShelfSQLite
import ShelfServer
import ShelfTesting
import ShelfWire
import Testing

@Suite struct `What becomes of the stores` {
    private func started() async throws -> VirtualServer {
        try await VirtualServer(
            configuration: Fixtures.configuration(), database: SQLiteDatabase.inMemory(),
            time: ManualTimeline(at: Fixtures.start + .seconds(20)))
    }

    private func change(_ server: VirtualServer, _ body: (inout Content) -> Void) async throws {
        body(&server.configuration.content)
        try await server.putContentInForce()
        server.server.announcer.announce()
    }

    /// A key stream, read to behind what it begins with.
    private func stream(of store: String, _ server: VirtualServer) async throws -> (
        first: [StreamEvent], rest: AsyncStream<ByteBuffer>.Iterator
    ) {
        var words = try await server.client.stream(RequestTarget.keys(store: store).path).makeAsyncIterator()
        let first = try #require(await words.next())
        return (try Self.events(first), words)
    }

    private static func events(_ piece: ByteBuffer) throws -> [StreamEvent] {
        try String(buffer: piece).split(separator: "\n\n").compactMap { event in
            let lines = event.split(separator: "\n")
            guard let name = lines.first(where: { $0.hasPrefix("event: ") })?.dropFirst(7),
                let data = lines.first(where: { $0.hasPrefix("data: ") })?.dropFirst(6)
            else { return nil }
            return try StreamEvent(name: String(name), data: data.utf8)
        }
    }

    private func version(_ event: StreamEvent?) -> String? {
        if case .stores(let version) = event { return version }
        return nil
    }

    @Test func `is named on connecting, in the same way on every server that says the same`() async throws {
        let (one, other) = (try await started(), try await started())
        let names = try await [
            stream(of: "main", one).first.last, stream(of: "bazaar", one).first.last,
            stream(of: "main", other).first.last,
        ].map(version)
        #expect(Set(names).count == 1)
        #expect(names[0]?.count == 64)
    }

    @Test(arguments: [
        "a title", "a currency", "a theme", "columns", "the order", "a new store", "the page's title",
        "a store off the page",
    ]) func `is announced to everyone when it is another`(what: String) async throws {
        let server = try await started()
        var (first, rest) = try await stream(of: "bazaar", server)
        let other = Theme(icon: "crown", light: Theme.plain.light, dark: Theme.plain.dark)
        try await change(server) { content in
            switch what {
            case "a title": content.stores[0].title = "Another"
            case "a currency": content.stores[0].currency = "gems"
            case "a theme": content.stores[0].theme = other
            case "columns": content.stores[0].columns = 1
            case "the order": content.stores.swapAt(0, 1)
            case "a new store": content.stores.append(Fixtures.sealedStore(id: "annex"))
            case "the page's title": content.title = "Another"
            default: content.stores[0].onPage = false
            }
        }
        server.server.streams.keepAlive()
        let heard = try #require(await rest.next())
        let announced = try #require(version(try Self.events(heard).first))
        #expect(announced != version(first.last))
        let again = try await stream(of: "main", server)
        #expect(version(again.first.last) == announced)
    }

    @Test func `is not announced when nothing of it has changed`() async throws {
        let server = try await started()
        var (_, rest) = try await stream(of: "bazaar", server)
        try await change(server) { $0.catalogue = Fixtures.catalogue(items: 50) }
        server.server.streams.keepAlive()
        #expect(await rest.next().map(String.init(buffer:)) == ":\n\n")
    }

    @Test func `the list has the order of the configuration as soon as that is another`() async throws {
        let server = try await started()
        func listed() async throws -> [String] {
            let answer = try await server.client.send(RequestTarget.stores.path)
            return try WireJSON.decode([StoreDescription].self, answer.body).map(\.id)
        }
        #expect(try await listed() == ["main", "bazaar"])
        try await change(server) { $0.stores.swapAt(0, 1) }
        #expect(try await listed() == ["bazaar", "main"])
    }

    @Test func `a store that closes says so on its streams, which go on when it is back`() async throws {
        let server = try await started()
        var (_, main) = try await stream(of: "main", server)
        var (_, bazaar) = try await stream(of: "bazaar", server)
        let store = server.configuration.content.stores[0]
        try await change(server) { $0.stores.removeFirst() }
        let gone = try #require(await main.next())
        #expect(try Self.events(gone) == [.gone])
        let elsewhere = try #require(await bazaar.next())
        #expect(version(try Self.events(elsewhere).first) != nil)
        #expect(try await server.client.send("/v1/stores/main/window").status == 404)
        _ = await main.next()
        try await change(server) { $0.stores.insert(store, at: 0) }
        let back = try #require(await main.next())
        #expect(try Self.events(back) == [.window(sequence: WindowHeader.sequence(at: Fixtures.start))])
        #expect(try await server.client.send("/v1/stores/main/window").status == 200)
    }

    @Test func `a window with other columns is announced when it is there, and not before`() async throws {
        let server = try await started()
        var (_, main) = try await stream(of: "main", server)
        try await change(server) { $0.stores[0].columns = 3 }
        let first = try #require(await main.next())
        #expect(version(try Self.events(first).first) != nil)
        await server.advance(to: Fixtures.start + .minutes(1))
        var events: [StreamEvent] = []
        server.server.streams.keepAlive()
        while let piece = await main.next(), String(buffer: piece) != ":\n\n" { events += try Self.events(piece) }
        let sequence = WindowHeader.sequence(at: Fixtures.start + .minutes(1))
        #expect(events.filter { $0 == .window(sequence: sequence) }.count == 1)
        var witness = try await Witness(store: "main", client: server.client)
        #expect(try await witness.look(at: server.client).header.columns == 3)
    }
}
