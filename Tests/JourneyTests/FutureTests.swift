import Crypto
import HTTPTypes
import ShelfConfiguration
import ShelfEngine
import ShelfModel
import ShelfSQLite
import ShelfTesting
import ShelfWire
import Testing

/// A store's future as an admin sees it, held against the windows that players get later.
struct FutureTests {
    private static let token = "designer"
    private static let hours = 8

    @Test(.timeLimit(.minutes(30)))
    func `for eight hours two stores show to the second, at the price, what their futures said`() async throws {
        let server = try await started()
        var promises = [
            Promise(try await Witness(store: "main", client: server.client)),
            Promise(try await Witness(store: "grand", client: server.client, secret: Fixtures.appSecret)),
        ]
        var looks = SplitMix64(seed: 12)
        for minute in 0..<Self.hours * 60 {
            server.time.now = Fixtures.start + .minutes(minute)
            await server.engine.publisher.publish(earliest: server.time.now)
            for index in promises.indices {
                // The first look sees all; later looks must say the same.
                if minute == 0 || Int.random(in: 0..<30, using: &looks) == 0 {
                    let hours = Self.hours + 1 - minute / 60
                    promises[index].hear(try await Self.future(promises[index].store, hours: hours, server.client))
                }
                try await promises[index].look(at: server.client)
            }
        }
        for (promise, positions) in zip(promises, [4, 80]) {
            #expect(promise.broken.isEmpty)
            #expect(promise.contradictions.isEmpty)
            #expect(promise.looks > 4)
            // A listing lasts 142 s on average.
            #expect(promise.kept > positions * Self.hours * 3600 / 142 * 95 / 100)
            #expect(promise.unseen(before: server.time.now) == [])
        }
    }

    @Test func `looking at the future changes nothing of it`() async throws {
        let (watched, alone) = (try await started(), try await started())
        for minute in 0..<40 {
            let now = Fixtures.start + .minutes(minute)
            let client = watched.client
            async let look = Self.future("grand", hours: 6, client)
            for server in [watched, alone] {
                server.time.now = now
                await server.engine.publisher.publish(earliest: now)
            }
            _ = try await look
            for store in ["main", "grand"] {
                let path = RequestTarget.window(store: store).path
                #expect(try await watched.client.send(path).body == alone.client.send(path).body)
            }
        }
    }

    /// A small sealed store, and a prefetched one of 80 positions.
    private func started() async throws -> VirtualServer {
        var configuration = Fixtures.configuration(
            stores: [Fixtures.sealedStore(), Fixtures.prefetchedStore(id: "grand", positions: 80)],
            catalogue: Fixtures.catalogue(items: 900), appSecrets: ["grand": Fixtures.appSecret])
        configuration.settings.admins = [
            AdminToken(
                name: "anna", hash: Array(SHA256.hash(data: Array(Self.token.utf8))), scopes: [.futureRead])
        ]
        return try await VirtualServer(
            configuration: configuration, database: SQLiteDatabase.inMemory(), time: ManualTimeline(at: Fixtures.start))
    }

    private static func future(
        _ store: String, hours: Int, _ client: InProcessClient
    ) async throws -> FutureAnswer {
        let target = RequestTarget(.adminFuture, [store], query: "hours=\(hours)")
        let answer = try await client.send(target.path, headers: [.authorization: "Bearer \(token)"])
        return try WireJSON.decode(FutureAnswer.self, answer.body)
    }
}
