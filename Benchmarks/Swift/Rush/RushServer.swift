import Foundation
import Logging
import ShelfConfiguration
import ShelfDatabase
import ShelfEngine
import ShelfModel
import ShelfPostgres
import ShelfSQLite
import ShelfServer
import ShelfTesting
import ShelfVault
import ShelfWire

/// A server on a real disk whose one store sells to anybody at any price, for those who measure how fast.
struct RushServer {
    private let server: ShelfServer
    private let folder: TemporaryFolder
    private let timeline: Timeline
    let database: any ShelfDatabase
    private let syncs = RushSyncs()

    private static let store = "rush"
    /// The coins that a player begins with.
    static let welcome: Int64 = 1 << 50

    /// - Parameters:
    ///   - address: of an empty PostgreSQL database, or of one that other servers of the same run use; `nil` for a
    ///   SQLite database of its own.
    ///   - history: what is stored before it opens, with SQLite.
    ///   - edition: how many copies of each item there are; `nil` for as many as are bought.
    ///   - isSealed: whether the database is sealed by a vault, which is open.
    init(
        database address: DatabaseAddress? = nil, history: RushHistory? = nil, edition: Int64? = nil,
        isSealed: Bool = false
    ) async throws {
        var configuration = Fixtures.configuration(
            stores: [
                StoreContent(
                    rules: StoreRules(store: Self.store, positions: 12, shelfLife: 240...300), title: "Rush",
                    columns: 4)
            ], catalogue: Fixtures.catalogue(edition: edition))
        configuration.settings.server.port = 0
        configuration.settings.players.welcome = ["coins": Self.welcome]
        configuration.settings.limits = LimitSettings(
            address: 1_000_000, player: 1_000_000, newPlayersPerAddress: 1_000_000, ordersPerAddress: 1_000_000)
        folder = try TemporaryFolder()
        timeline = .system(uncertainty: .zero, fallback: .zero)
        let keys = isSealed ? try VaultContract.keys([1: 7]) : nil
        let seals: ColumnSeals = keys.map { .sealed($0) } ?? .none
        if let address {
            database = try await PostgresDatabase(address.parameters, judgingUpTo: .seconds(5), seals: seals)
        } else {
            let path = folder.file("shelflife.sqlite")
            database = try SQLiteDatabase(
                path: path, seals: seals, faults: { [syncs] _, access in syncs.count(access) })
            try history?.write(to: path)
        }
        // One server of several seals the database.
        if isSealed { _ = try? await database.adopt(at: timeline.now) { [] } }
        _ = try await database.checkVault(keys)
        var logger = Logger(label: "rush") { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = .critical
        server = try await ShelfServer(
            configuration: configuration, database: database,
            folder: PublishedFolder(
                root: folder.url.appending(path: "published"), staging: folder.url.appending(path: "staging")),
            timeline: timeline, logger: logger)
    }

    func run(onRunning: @escaping @Sendable (_ port: Int) async -> Void) async throws {
        try await server.run(onRunning: onRunning)
    }

    /// What purchases have cost the disk so far; `nil` with PostgreSQL.
    func log() async throws -> RushLog? {
        guard let database = database as? SQLiteDatabase else { return nil }
        return RushLog(bytes: try await database.bytesLogged(), syncs: syncs.number)
    }

    /// What stands on the shelf for another ten seconds at least, as bodies of purchases.
    func bodies() throws -> [[UInt8]] {
        let now = timeline.now
        let listings = server.engine.shelves[Self.store]?.listings ?? [:]
        return try listings.filter { $1.start <= now && $1.end > now + .seconds(10) }.compactMap { name, listing in
            guard let chain = ChainID(bytes: name.chain), let card = Card(plaintext: listing.card) else { return nil }
            return try WireJSON.encode(
                PurchaseRequest(
                    chain: chain, slot: name.slot, position: name.position, revision: name.revision,
                    price: card.price))
        }
    }
}
