import ShelfConfiguration
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

    @Test func `is given, with a word about it, while a store has nothing to show and the others have`() async throws {
        func annex(_ choice: Choice) -> StoreContent {
            StoreContent(rules: StoreRules(store: "annex", positions: 1, choice: choice), title: "Annex", columns: 1)
        }
        let (server, _) = try await VirtualServer.withAdmins()
        server.configuration.content.stores.append(annex(Choice(include: Selector(sets: ["of no item"]))))
        try await server.putContentInForce()
        await server.advance(to: server.time.now + .minutes(5))
        let answer = try await server.client.send("/readyz")
        #expect(answer.status == 200 && answer.text.contains("degraded: store annex has nothing more to show from "))
        let metrics = try await server.client.send("/metrics").text
        #expect(metrics.contains("shelflife_content_degraded 1\n") && metrics.contains("publish_failures_total 0\n"))
        #expect(server.log.lines.count { $0.contains("a store has nothing more to show") } == 1)

        server.configuration.content.stores[2] = annex(.all)
        try await server.putContentInForce()
        #expect(try await server.client.send("/readyz").text == "ready\n")
        #expect(server.engine.shelves["annex"] != nil)
    }

    @Test func `is given, with a word about it but no number, once files take most of their space`() async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        let nearly = FileHead(digest: [UInt8](repeating: 9, count: 32), length: 858_993_459)
        _ = try await server.database.beginFile(nearly, at: server.time.now)
        await server.engine.poll.ask()
        #expect(try await server.client.send("/readyz").text == "ready\n")
        let last = FileHead(digest: [UInt8](repeating: 8, count: 32), length: 1)
        _ = try await server.database.beginFile(last, at: server.time.now)
        server.time.now = server.time.now + .seconds(59)
        await server.engine.poll.ask()
        #expect(try await server.client.send("/readyz").text == "ready\n", "it is asked once a minute")
        server.time.now = server.time.now + .seconds(1)
        await server.engine.poll.ask()
        let answer = try await server.client.send("/readyz")
        #expect(
            answer.text == """
                ready
                degraded: files take 80 % or more of the 1 GiB of the shop; `shelflife files` says what takes it

                """)
        #expect(answer.status == 200)
        #expect(try await server.client.send("/metrics").text.contains("\nshelflife_files_nearly_full 1\n"))
    }

    @Test func `is given, with a word about it, once the newest backup is over a day old`() async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        await server.engine.poll.ask()
        #expect(try await !server.client.send("/metrics").text.contains("shelflife_backup_age_seconds"))
        let (made, late) = (server.time.now, BackupWatch.ageAtMost + .milliseconds(1))
        try server.data.make()
        try server.data.note(backedUpAt: made)
        await server.advance(to: made + .minutes(1))
        await server.engine.poll.ask()
        #expect(try await server.client.send("/readyz").text == "ready\n")
        #expect(try await server.client.send("/metrics").text.contains("\nshelflife_backup_age_seconds 60\n"))
        await server.advance(to: made + late)
        let answer = try await server.client.send("/readyz")
        #expect(answer.status == 200)
        #expect(
            answer.text == """
                ready
                degraded: the newest backup is of \(RFC3339.text(made)), over 26h ago; see why there is none since \
                (`journalctl -u shelflife-backup`), or make one

                """)
        try server.data.note(backedUpAt: made + late)
        await server.engine.poll.ask()
        #expect(try await server.client.send("/readyz").text == "ready\n")
        #expect(try await server.client.send("/metrics").text.contains("\nshelflife_backup_age_seconds 0\n"))
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
