import ShelfDatabase
import ShelfEngine
import ShelfModel
import ShelfSQLite
import ShelfTesting
import Synchronization
import Testing

@Suite struct `A publication whose client goes` {
    private static func server(_ database: SQLiteDatabase) async throws -> VirtualServer {
        try await VirtualServer(
            configuration: Fixtures.configuration(stores: [Fixtures.sealedStore()]), database: database,
            time: ManualTimeline(at: Fixtures.start))
    }

    private static func publish(_ versions: ContentVersions, at instant: Instant) async throws -> Bool {
        let publication = ContentPublication(author: "anna", at: instant, reason: "x", base: 0, over: .max)
        let change = try await versions.publish(Shop(title: "Another").files, publication) { _ in nil }
        guard case .published(let published) = change else { return false }
        return published.isNew
    }

    @Test func `changes nothing before its first write`() async throws {
        let server = try await Self.server(SQLiteDatabase.inMemory())
        let (versions, now) = (server.engine.versions, server.time.now)
        let publishing = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await Self.publish(versions, at: now)
        }
        await #expect(throws: CancellationError.self) { try await publishing.value }
        #expect(try await server.database.contentVersions(before: nil, limit: 10).allSatisfy { $0.author != "anna" })
    }

    @Test func `is done to the end from there on`() async throws {
        let publishing = Mutex<Task<Bool, any Error>?>(nil)
        let database = try SQLiteDatabase.inMemory { call, _ in
            if "\(call)" == "add(_:after:audit:)" { publishing.withLock { $0?.cancel() } }
        }
        let server = try await Self.server(database)
        let (versions, now) = (server.engine.versions, server.time.now)
        let task = publishing.withLock { held in
            let task = Task { try await Self.publish(versions, at: now) }
            held = task
            return task
        }
        let isNew = try await task.value
        #expect(isNew && task.isCancelled)
        #expect(server.engine.content.current.title == "Another")
    }
}
