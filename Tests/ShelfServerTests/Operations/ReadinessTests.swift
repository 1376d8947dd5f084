import ShelfDatabase
import ShelfEngine
import ShelfModel
import ShelfTesting
import ShelfWire
import Testing

@Suite struct `Readiness` {
    @Test func `says that no orders are taken, and isn't given for orders, while the database can't be written`()
        async throws
    {
        let (server, _) = try await VirtualServer.withAdmins()
        await server.engine.poll.ask()
        #expect(try await server.client.send("/readyz?for=orders").text == "ready\n")
        server.faults.writing = true
        server.time.now = server.time.now + .seconds(2)
        await server.engine.poll.ask()
        let shown = try await server.client.send("/readyz")
        #expect(shown.status == 200 && shown.text.hasPrefix("ready\ndegraded: takes no orders: "))
        let ordering = try await server.client.send("/readyz?for=orders")
        #expect(ordering.status == 503 && ordering.text.contains("takes no orders: "))
        let metrics = try await server.client.send("/metrics").text
        #expect(metrics.contains("shelflife_ready 1\n") && metrics.contains("shelflife_orders_ready 0\n"))
    }

    @Test func `can be asked for orders and nothing else`() async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        #expect(try await server.client.send("/readyz?for=fun").code() == .badRequest)
    }

    @Test func `has the age of each store's newest window among the figures`() async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        let issued = try #require(server.engine.shelves["main"]?.windows.first?.issuedAt)
        server.time.now = issued + .seconds(100)
        #expect(
            try await server.client.send("/metrics").text.contains(
                #"shelflife_windows_age_seconds{store="main"} 100"#))
    }
}
