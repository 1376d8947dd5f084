import Foundation
import HTTPTypes
import ShelfConfiguration
import ShelfDatabase
import ShelfEngine
import ShelfModel
import ShelfSQLite
import ShelfServer
import ShelfTesting
import ShelfWire
import Testing

@Suite struct `The route for old clients` {
    private static let names = LegacyNames([
        .chain: "chain", .slot: "slot", .revision: "revision", .withdrawn: "withdrawn",
    ])

    private struct File: Decodable {
        let issued: Int64
        let listings: [Listing]
    }

    private struct Listing: Hashable, Decodable {
        let position: Int
        let item: String
        let price: Int64
        let start: Int64
        let end: Int64
        let chain: ChainID
        let slot: Int
        let revision: Int
        let withdrawn: Bool
    }

    private func started(
        _ stores: [StoreContent] = [Fixtures.sealedStore(), Fixtures.prefetchedStore()],
        database: (any ShelfDatabase)? = nil
    ) async throws -> VirtualServer {
        var configuration = Fixtures.configuration(
            stores: stores, legacy: ["bazaar": LegacySettings(key: Fixtures.legacyKey, names: Self.names)])
        configuration.settings.players.welcome = ["coins": 1000]
        return try await VirtualServer(
            configuration: configuration, database: try database ?? SQLiteDatabase.inMemory(),
            time: ManualTimeline(at: Fixtures.start + .seconds(20)))
    }

    private func file(of server: VirtualServer) async throws -> File {
        let answer = try await server.client.send("/v1/stores/bazaar/legacy")
        let json = try #require(LegacyText.json(in: answer.body, Fixtures.legacyKey), "\(answer.status)")
        return try WireJSON.decode(File.self, Array(json.utf8))
    }

    private func published(_ server: VirtualServer) -> URL {
        server.published.appending(path: "v1/stores/bazaar/legacy")
    }

    @Test func `answers the file of this minute, which may be kept until the next is due`() async throws {
        let server = try await started()
        let answer = try await server.client.send("/v1/stores/bazaar/legacy")
        #expect(answer.status == 200)
        #expect(answer.headers[.contentType] == "text/plain; charset=utf-8")
        #expect(answer.headers[.cacheControl] == "public, max-age=40")
        #expect(answer.headers[.accessControlAllowOrigin] == "*")
        let tag = try #require(answer.headers[.eTag])
        let again = try await server.client.send("/v1/stores/bazaar/legacy", headers: [.ifNoneMatch: tag])
        #expect(again.status == 304 && again.body.isEmpty)
        let file = try await file(of: server)
        #expect(file.issued == Fixtures.start.milliseconds / 1000)
        #expect(Set(file.listings.map(\.position)) == Set(0..<6))
        for position in 0..<6 {
            let listings = file.listings.filter { $0.position == position }
            #expect(listings.allSatisfy { $0.end > file.issued && $0.start < file.issued + 600 })
            #expect(try #require(listings.first).start <= file.issued)
            #expect(try #require(listings.last).end >= file.issued + 600)
            #expect(zip(listings, listings.dropFirst()).allSatisfy { $0.end == $1.start })
        }
    }

    @Test func `is not there for a store without such a file, and not for one that doesn't exist`() async throws {
        let server = try await started()
        let none = try await server.client.send("/v1/stores/nowhere/legacy")
        let sealed = try await server.client.send("/v1/stores/main/legacy")
        #expect(none.status == 404 && sealed.status == 404 && none.body == sealed.body)
    }

    @Test func `has each minute a file of its own, also in the published folder`() async throws {
        let server = try await started()
        for minute in 0..<4 {
            await server.advance(to: Fixtures.start + .minutes(minute) + .seconds(20))
            let answer = try await server.client.send("/v1/stores/bazaar/legacy")
            #expect(try await file(of: server).issued == Fixtures.start.milliseconds / 1000 + Int64(minute) * 60)
            #expect(try Array(Data(contentsOf: published(server))) == answer.body)
        }
    }

    @Test func `keeps a withdrawn listing, also over a restart, and the till refuses it`() async throws {
        let server = try await started()
        let listing = try #require(try await file(of: server).listings.first { $0.start <= $0.end - 120 })
        let order = WithdrawalOrder(
            goods: .listing(
                store: "bazaar", position: listing.position, start: Instant(milliseconds: listing.start * 1000)),
            reason: "x", by: "anna", key: "1", at: server.time.now)
        _ = try await server.database.withdraw(order) { _ in nil }
        await server.advance(to: Fixtures.start + .minutes(1) + .seconds(1))
        for _ in 0..<2 {
            let marked = try await file(of: server).listings.filter(\.withdrawn)
            #expect(marked.map(\.slot) == [listing.slot] && marked.map(\.item) == [listing.item])
            try await server.restart()
        }
        let answer = try await Shopper(server).buy(wish(listing), store: "bazaar")
        #expect(answer.status == 409)
        #expect(try answer.code() == .withdrawn)
    }

    @Test func `names what the ordinary routes sell`() async throws {
        let server = try await started()
        let second = server.time.now.milliseconds / 1000
        let listing = try #require(
            try await file(of: server).listings.first { ($0.start..<$0.end).contains(second) })
        let sold = try await Shopper(server).buy(wish(listing), store: "bazaar")
        #expect(sold.status == 200, "\(sold.text)")
        let coming = try #require(try await file(of: server).listings.first { $0.start > second + 60 })
        let refused = try await Shopper(server).buy(wish(coming), key: "k2", store: "bazaar")
        #expect(try refused.code() == .notOnSale)
    }

    @Test func `ends with its store, in the published folder too`() async throws {
        let server = try await started()
        #expect(FileManager.default.fileExists(atPath: published(server).path))
        server.configuration.content.stores.removeAll { $0.id == "bazaar" }
        try await server.putContentInForce()
        #expect(try await server.client.send("/v1/stores/bazaar/legacy").status == 404)
        #expect(!FileManager.default.fileExists(atPath: published(server).path))
    }

    @Test func `ends when the settings have it no longer, with the next start`() async throws {
        let server = try await started()
        server.configuration.settings.legacy = [:]
        try await server.restart()
        #expect(try await server.client.send("/v1/stores/bazaar/legacy").status == 404)
        #expect(!FileManager.default.fileExists(atPath: published(server).path))
        #expect(try await server.client.send("/v1/stores/bazaar/window").status == 200)
    }

    @Test func `ends with an incarnation until the first window of the next, and is no sign of a restore`() async throws
    {
        let folder = try TemporaryFolder()
        let server = try await started(database: SQLiteDatabase(path: folder.file("first.sqlite")))
        try Data("of another time".utf8).write(to: published(server))
        try await server.restart()
        #expect(try await server.database.incarnation().number == 1)
        _ = try SQLiteBackup.write(folder.file("first.sqlite"), to: folder.file("backup"))
        await server.advance(to: Fixtures.start + .minutes(3))
        server.database = try SQLiteDatabase(path: folder.file("backup/\(SQLiteBackup.file)"))
        try await server.restart()
        #expect(try await server.database.incarnation().number == 2)
        #expect(try await server.client.send("/v1/stores/bazaar/legacy").status == 404)
        #expect(!FileManager.default.fileExists(atPath: published(server).path))
        await server.advance(to: Fixtures.start + .minutes(4))
        #expect(try await file(of: server).issued == Fixtures.start.milliseconds / 1000 + 240)
        #expect(FileManager.default.fileExists(atPath: published(server).path))
    }

    private static let sealed = StoreContent(
        rules: Fixtures.prefetchedStore().rules, title: "Bazaar", columns: 3, lead: .milliseconds(300), onPage: false)

    /// Moves the lead of the bazaar, lets hours pass, and tells of each of them whether there is a file.
    private func hours(
        from first: StoreContent, to second: StoreContent
    ) async throws -> (hasFile: [Bool], server: VirtualServer) {
        let server = try await started([Fixtures.sealedStore(), first])
        server.configuration.content.stores[1] = second
        server.configuration.settings.appSecrets = [:]
        try await server.putContentInForce()
        var hasFile: [Bool] = []
        for hour in 1...27 {
            await server.advance(to: Fixtures.start + .hours(hour) + .seconds(1))
            let answer = try await server.client.send("/v1/stores/bazaar/legacy")
            hasFile.append(answer.status == 200)
            #expect(FileManager.default.fileExists(atPath: published(server).path) == (answer.status == 200))
            let store = try #require(server.engine.shelves["bazaar"])
            let window = try #require(store.windows.first)
            let isReleased = store.known { _, listing in
                listing.end > window.issuedAt && listing.start < window.issuedAt + .minutes(10)
            }.allSatisfy { $0.chain.release(of: $0.name.slot) <= window.issuedAt }
            #expect((answer.status == 200) == isReleased)
        }
        return (hasFile, server)
    }

    @Test func `ends when the store is sealed, with the chain from which on it is, and the log says so once`()
        async throws
    {
        let (hasFile, server) = try await hours(from: Fixtures.prefetchedStore(), to: Self.sealed)
        let count = hasFile.count { $0 }
        #expect(count > 5 && count < 26 && hasFile == hasFile.sorted { $0 && !$1 })
        #expect(server.log.lines.count { $0.contains("no file for old clients while listings") } == 1)
    }

    @Test func `begins with the chain from which on a store that was sealed is prefetched`() async throws {
        let (hasFile, _) = try await hours(from: Self.sealed, to: Fixtures.prefetchedStore())
        let count = hasFile.count { $0 }
        #expect(count > 1 && count < 26 && hasFile == hasFile.sorted { !$0 && $1 })
    }

    @Test func `the time is told in whole seconds, and may not be kept`() async throws {
        let server = try await started()
        await server.advance(to: Fixtures.start + .seconds(21) + .milliseconds(999))
        let answer = try await server.client.send("/v1/time/seconds")
        #expect(answer.status == 200 && answer.text == "1800000021")
        #expect(answer.headers[.contentType] == "text/plain; charset=utf-8")
        #expect(answer.headers[.cacheControl] == "no-store")
    }

    private func wish(_ listing: Listing) -> PurchaseRequest {
        PurchaseRequest(
            chain: listing.chain, slot: listing.slot, position: listing.position, revision: listing.revision,
            price: listing.price)
    }
}
