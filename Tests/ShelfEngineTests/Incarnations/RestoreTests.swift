import Foundation
import ShelfConfiguration
import ShelfDatabase
import ShelfEngine
import ShelfModel
import ShelfSQL
import ShelfSQLite
import ShelfTesting
import ShelfWire
import Testing

/// A backup is made after three minutes; seven minutes and 20 seconds after the start a server starts on what was put
/// back.
@Suite struct `A start after a restore` {
    private static let backedUp = Fixtures.start + .minutes(3)
    private static let restored = Fixtures.start + .minutes(7) + .seconds(20)
    private static let begun = Fixtures.start + .minutes(8)

    private let folder: TemporaryFolder
    private let server: VirtualServer
    private let paula = String(repeating: "A", count: 43)

    init() async throws {
        folder = try TemporaryFolder()
        var configuration = Fixtures.configuration()
        configuration.settings.players.welcome = ["coins": 900]
        server = try await VirtualServer(
            configuration: configuration, database: SQLiteDatabase(path: folder.file("first.sqlite")),
            time: ManualTimeline(at: Fixtures.start))
        await server.advance(to: Self.backedUp)
        _ = try await server.engine.players.signIn(paula, at: server.time.now)
        _ = try SQLiteBackup.write(folder.file("first.sqlite"), to: folder.file("backup"))
    }

    private enum Way: CaseIterable {
        case theCommand, aRawCopy, anotherDatabase
    }

    /// Lets the server go on after the backup, and starts it on what was put back.
    private func restore(_ way: Way = .theCommand) async throws {
        await server.advance(to: Self.restored)
        let backup = folder.file("backup/\(SQLiteBackup.file)")
        switch way {
        case .theCommand:
            try FileManager.default.removeItem(at: server.published.appending(path: "v1"))
            _ = try SQLiteBackup.restore(folder.file("backup"), to: folder.file("second.sqlite"), at: Self.restored)
        case .aRawCopy: try FileManager.default.copyItem(atPath: backup, toPath: folder.file("second.sqlite"))
        case .anotherDatabase:
            try FileManager.default.removeItem(at: server.published.appending(path: "v1"))
            let other = try SQLiteDatabase(path: folder.file("second.sqlite"))
            let seed = [UInt8](repeating: 3, count: 32)
            _ = try await other.create(
                StoredStore(
                    id: "main", signingSeed: seed, scheduleSeed: seed, cardBytes: 256, createdAt: Self.backedUp))
        }
        server.database = try SQLiteDatabase(path: folder.file("second.sqlite"))
        try await server.restart()
    }

    private func window() async throws -> WindowFile {
        var witness = try await Witness(store: "main", client: server.client)
        return try await witness.look(at: server.client)
    }

    private func publishedNumbers() throws -> [Int64] {
        let windows = server.published.appending(path: "v1/stores/main/windows").path
        return try FileManager.default.contentsOfDirectory(atPath: windows).compactMap(Int64.init).sorted()
    }

    @Test(arguments: Way.allCases)
    private func `begins an incarnation at the next whole minute, with fresh chains and nothing of before`(
        way: Way
    ) async throws {
        let before = try await window()
        try await restore(way)
        #expect(try await server.database.incarnation() == Incarnation(number: 2, begun: Self.begun))
        #expect(try await server.database.restoredAt() == nil)
        #expect(server.engine.shelves["main"] == nil)
        await server.advance(to: Self.begun - .milliseconds(1))
        let waiting = try await server.client.send("/readyz")
        #expect(waiting.status == 503)
        #expect(waiting.text.contains("after a restore the stores begin anew at \(RFC3339.text(Self.begun))"))
        for path in ["window", "windows/\(before.header.sequence)", "keys/\(before.header.chains[0].id)/9"] {
            #expect(try await server.client.send("/v1/stores/main/\(path)").status == 404)
        }
        await server.advance(to: Self.begun)
        #expect(try await server.client.send("/readyz").status == 200)
        let first = try await window()
        #expect(first.header.incarnation == Self.begun)
        #expect(first.header.issuedAt == Self.begun)
        #expect(first.header.previous == WindowHeader.noPrevious)
        #expect(Set(first.listings.map(\.chain)).isDisjoint(with: before.header.chains.map(\.id)))
        #expect(try publishedNumbers() == [WindowHeader.sequence(at: Self.begun)])
        await server.advance(to: Self.begun + .minutes(1))
        #expect(try await window().header.incarnation == Self.begun)
        #expect(try await window().header.previous == first.digest)
    }

    @Test(arguments: [true, false])
    func `is refused where the database is new and the folder shows that there was another`(
        isPublished: Bool
    ) async throws {
        await server.advance(to: Self.restored)
        if !isPublished { try FileManager.default.removeItem(at: server.published.appending(path: "v1")) }
        server.database = try SQLiteDatabase(path: folder.file("second.sqlite"))
        for _ in 0..<2 { await #expect(throws: StartError.databaseMissing) { try await server.restart() } }
        #expect(try await server.database.incarnation().number == 1)
        server.database = try SQLiteDatabase(path: folder.file("first.sqlite"))
        try await server.restart()
        #expect(server.engine.shelves["main"] != nil)
    }

    @Test func `signs with the key that apps have, and lets paula in with what is hers, by her credential only`()
        async throws
    {
        let keys = server.engine.descriptions.map(\.publicKey)
        let now = server.time.now
        let signedIn = try await server.engine.players.signIn(paula, at: now)
        let lost = try await server.engine.players.signIn(String(repeating: "E", count: 43), at: now)
        let (old, gone) = (try #require(signedIn), try #require(lost))
        try await restore(.aRawCopy)
        let players = server.engine.players
        for tokens in [old, gone] {
            #expect(await players.session(ofToken: tokens.token, at: Self.restored) == nil)
            #expect(try await players.refresh(tokens.refreshToken, at: Self.restored) == nil)
        }
        #expect(try await players.signIn(paula, at: Self.restored)?.player == old.player)
        let player = try #require(Int64(old.player))
        #expect(try await server.database.balances(of: player) == ["coins": 900])
        await server.advance(to: Self.begun)
        #expect(server.engine.descriptions.map(\.publicKey) == keys)
    }

    @Test func `knows no listing of before: who wants one is told to wait, and then that there is none`()
        async throws
    {
        let shown = try #require(server.engine.shelves["main"])
        let (name, listing) = try #require(shown.listings.first { $0.value.start <= Self.backedUp })
        let wish = PurchaseRequest(
            chain: try #require(ChainID(bytes: name.chain)), slot: name.slot, position: name.position, revision: 0,
            price: try #require(Card(plaintext: listing.card)).price)
        try await restore()
        let signedIn = try await server.engine.players.signIn(paula, at: Self.restored)
        let player = try #require(signedIn.flatMap { Int64($0.player) })
        func buy() async throws -> Checkout.Outcome {
            try await server.engine.checkout.buy(
                wish, in: "main", as: OrderID(player: player, key: "k"), at: server.time.now,
                earliest: server.time.now)
        }
        let early = try await buy()
        await server.advance(to: Self.begun)
        let late = try await buy()
        #expect("\(early)" == "notReady")
        #expect("\(late)" == "unknown")
    }

    @Test func `that follows another begins nothing more, before or after the first window`() async throws {
        try await restore(.aRawCopy)
        try await server.restart()
        await server.advance(to: Self.begun + .minutes(2))
        try await server.restart()
        #expect(try await server.database.incarnation().number == 2)
        #expect(try await window().header.incarnation == Self.begun)
        #expect(try await window().header.issuedAt == Self.begun + .minutes(2))
    }

    @Test func `that ended before it could remove old windows removes them the next time, and begins nothing more`()
        async throws
    {
        await server.advance(to: Self.restored)
        _ = try await server.database.beginIncarnation(after: 1, at: Self.begun)
        #expect(try publishedNumbers().count == 8)
        try await server.restart()
        #expect(try publishedNumbers().isEmpty)
        #expect(!FileManager.default.fileExists(atPath: server.published.appending(path: "v1/stores/main/window").path))
        #expect(try await server.database.incarnation().number == 2)
    }

    @Test func `is no start like any other: where nothing was put back, no incarnation begins`() async throws {
        await server.advance(to: Self.restored)
        try await server.restart()
        #expect(try await server.database.incarnation() == Incarnation(number: 1, begun: nil))
        #expect(try await window().header.incarnationMs == nil)
        #expect(try publishedNumbers().count == 8)
        try FileManager.default.removeItem(at: server.published.appending(path: "v1"))
        try await server.restart()
        #expect(try await server.database.incarnation().number == 1, "an empty folder is no sign")
    }

    private enum Future: CaseIterable {
        case windows, incarnation
    }

    @Test(arguments: Future.allCases)
    private func `begins anew where the database is marked for a clock that was ahead, whatever is of the future`(
        future: Future
    ) async throws {
        await server.advance(to: Self.restored + .hours(1))
        if future == .incarnation {
            _ = try await server.database.beginIncarnation(after: 1, at: Self.begun + .hours(1))
        }
        server.time.now = Self.restored
        await #expect(throws: StartError.self) { try await server.restart() }
        try await server.database.markClockWasAhead(now: Self.restored)
        try await server.restart()
        let incarnation = try await server.database.incarnation()
        #expect(incarnation == Incarnation(number: future == .incarnation ? 3 : 2, begun: Self.begun))
        #expect(try publishedNumbers().isEmpty)
        await server.advance(to: Self.begun)
        #expect(try await window().header.issuedAt == Self.begun)
        try await server.restart()
        #expect(try await server.database.incarnation() == incarnation)
        #expect(try publishedNumbers() == [WindowHeader.sequence(at: Self.begun)])
    }

    @Test func `is refused while the clock is before the incarnation, or before a published window`() async throws {
        try await restore(.aRawCopy)
        server.time.now = Self.restored - .minutes(2)
        await #expect(
            throws: StartError.incarnationFromTheFuture(begins: Self.begun, now: Self.restored - .minutes(2))
        ) { try await server.restart() }
        server.time.now = Self.restored
        await server.advance(to: Self.begun + .minutes(5))
        server.database = try SQLiteDatabase(path: folder.file("third.sqlite"))
        server.time.now = Self.begun
        await #expect(
            throws: StartError.windowsFromTheFuture(
                store: "main", issuedAt: Self.begun + .minutes(5), now: Self.begun)
        ) { try await server.restart() }
        #expect(try await server.database.incarnation().number == 1)
    }
}
