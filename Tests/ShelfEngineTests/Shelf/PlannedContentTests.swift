import ShelfConfiguration
import ShelfDatabase
import ShelfEngine
import ShelfModel
import ShelfSQLite
import ShelfTesting
import Testing

/// Appearances that are planned while the server runs.
@Suite struct `Planned content` {
    private func started() async throws -> VirtualServer {
        try await VirtualServer(
            configuration: Fixtures.configuration(), database: SQLiteDatabase.inMemory(),
            time: ManualTimeline(at: Fixtures.start))
    }

    /// What is planned at 08:30 on position 3, and at 08:02 on any position, for ten minutes each.
    private func plan(_ server: VirtualServer) {
        let date = CalendarDate(Fixtures.start)
        var content = server.configuration.content
        let rules = content.stores[0].rules
        content.stores[0].rules = StoreRules(
            store: rules.store, positions: rules.positions, shelfLife: rules.shelfLife, noRepeat: rules.noRepeat,
            plan: [
                PlannedAppearance(
                    item: "item-7", position: 2, times: .once(date, TimeOfDay(hour: 8, minute: 30)!),
                    length: .minutes(10)),
                PlannedAppearance(
                    item: "item-8", times: .once(date, TimeOfDay(hour: 8, minute: 2)!), length: .minutes(20)),
            ])
        server.configuration.content = content
    }

    private func change(_ server: VirtualServer) async throws -> Instant? {
        try await server.engine.publisher.putInForce(
            server.configuration.content, version: nil, appSecrets: server.configuration.settings.appSecrets,
            now: server.time.now
        )["main"]
    }

    private func listings(_ server: VirtualServer) -> [Listing] {
        (server.engine.shelves["main"]?.listings.values.map(\.listing) ?? [])
            .sorted { ($0.start, $0.position) < ($1.start, $1.position) }
    }

    @Test func `stands at its second, and what is left of a late one begins when a position is free`() async throws {
        let server = try await started()
        await server.advance(to: Fixtures.start + .minutes(3))
        let before = listings(server)
        plan(server)
        let undecided = try #require(try await change(server))
        #expect(listings(server) == before)
        await server.advance(to: Fixtures.start + .minutes(8))
        let late = listings(server).filter { $0.item == "item-8" && !before.contains($0) }
        #expect(late.first?.start == undecided)
        #expect(Set(late.map(\.position)).count == 1)
        await server.advance(to: Fixtures.start + .minutes(32))
        let planned = listings(server).filter { $0.item == "item-7" && $0.position == 2 }
        #expect(planned.first?.start == Fixtures.start + .minutes(30))
        #expect(planned.last?.end == Fixtures.start + .minutes(40))
    }

    @Test func `is the same after a restart, wherever that falls`() async throws {
        let (running, restarted) = (try await started(), try await started())
        for server in [running, restarted] {
            await server.advance(to: Fixtures.start + .minutes(3))
            plan(server)
            _ = try await change(server)
        }
        for minute in [4, 7, 19, 21, 27, 29, 31] {
            for server in [running, restarted] { await server.advance(to: Fixtures.start + .minutes(minute)) }
            try await restarted.restart()
            let now = running.time.now
            #expect(
                listings(running).filter { $0.end > now } == listings(restarted).filter { $0.end > now },
                "minute \(minute)")
        }
    }
}
