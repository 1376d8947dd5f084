import ShelfConfiguration
import ShelfDatabase
import ShelfEngine
import ShelfModel
import ShelfSQLite
import ShelfServer
import ShelfTesting
import Synchronization
import Testing

@Suite struct `A server beside another one` {
    @Test func `follows its content versions within a second`() async throws {
        let server = try await VirtualServer(
            configuration: Fixtures.configuration(stores: [Fixtures.sealedStore()]),
            database: SQLiteDatabase.inMemory(), time: ManualTimeline(at: Fixtures.start))
        let twin = try await server.twin()
        guard
            case .published(let published) = try await server.engine.versions.publish(
                Self.files, ContentPublication(author: "anna", at: server.time.now, reason: "x", base: 0, over: .max),
                audit: { _ in nil })
        else {
            Issue.record("it wasn't published")
            return
        }
        let second = twin.time.hopping(until: twin.time.now + .seconds(1))
        try await PollService(poll: twin.engine.poll, timeline: second).run()
        #expect(twin.engine.content.state.version == published.version.number)
        #expect(twin.engine.content.current.title == "Another")
    }

    @Test func `tells its readers within a second what was withdrawn there`() async throws {
        let server = try await VirtualServer(
            configuration: Fixtures.configuration(stores: [Fixtures.sealedStore()]),
            database: SQLiteDatabase.inMemory(), time: ManualTimeline(at: Fixtures.start + .seconds(20)))
        let twin = try await server.twin()
        let order = WithdrawalOrder(
            goods: .store("main"), reason: "x", by: "anna", key: "1", at: server.time.now)
        _ = try await server.database.withdraw(order) { _ in nil }
        let store = try #require(twin.engine.shelves["main"])
        #expect(twin.engine.notices.notices(of: store, earliest: twin.time.now).isEmpty)
        let second = twin.time.hopping(until: twin.time.now + .seconds(1))
        try await PollService(poll: twin.engine.poll, timeline: second).run()
        #expect(!twin.engine.notices.notices(of: store, earliest: twin.time.now).isEmpty)
    }

    /// Every two seconds it also asks whether orders can be judged.
    @Test func `asks the database once each time while nothing happens, and once more in a new minute`() async throws {
        let asked = Mutex<[String]>([])
        let server = try await VirtualServer(
            configuration: Fixtures.configuration(stores: [Fixtures.sealedStore()]),
            database: SQLiteDatabase.inMemory { call, _ in asked.withLock { $0.append("\(call)") } },
            time: ManualTimeline(at: Fixtures.start + .seconds(20)))
        await server.engine.poll.ask()
        asked.withLock { $0 = [] }
        for _ in 0..<5 { await server.engine.poll.ask() }
        #expect(asked.withLock(\.self) == [String](repeating: "news(at:)", count: 5))
        server.time.now = Fixtures.start + .minutes(1)
        await server.engine.poll.ask()
        #expect(asked.withLock { $0.count { $0 != "checkOrders()" } } == 7)
    }

    private static let files = [
        ContentFile(
            path: "items.csv",
            bytes: Array(
                ("id,name,set,released,price,edition,glyph\n"
                    + (1...60).map { "item-\($0),Item \($0),toys,2020-01-01,5,,\n" }.joined()).utf8)),
        ContentFile(
            path: "content.yaml",
            bytes: Array(
                """
                title: Another
                catalogue: [items.csv]
                stores:
                  - id: main
                    positions: 4
                """.utf8)),
    ]
}
