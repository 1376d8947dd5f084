import Foundation
import GRDB
import ShelfDatabase
import ShelfModel

extension StoredStore {
    static func find(_ id: String, in database: Database) throws -> StoredStore? {
        try Row.fetchOne(database, sql: "SELECT * FROM store WHERE id = ?", arguments: [id]).map(StoredStore.init(row:))
    }

    static func all(in database: Database) throws -> [StoredStore] {
        try Row.fetchAll(database, sql: "SELECT * FROM store ORDER BY id").map(StoredStore.init(row:))
    }

    /// Does nothing if the store already exists.
    func insert(into database: Database) throws {
        try database.execute(
            sql: "INSERT INTO store VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
            arguments: [id, Data(signingSeed), Data(scheduleSeed), cardBytes, createdAt.milliseconds])
    }

    private init(row: Row) {
        self.init(
            id: row["id"], signingSeed: row.bytes("signing_seed"), scheduleSeed: row.bytes("schedule_seed"),
            cardBytes: row["card_bytes"], createdAt: row.instant("created_at_ms"))
    }
}

extension StoredChain {
    /// Returns the chains in the order in which they were added, so each follows its predecessor.
    static func all(of store: String, in database: Database) throws -> [StoredChain] {
        try Row.fetchAll(
            database, sql: "SELECT * FROM chain WHERE store = ? ORDER BY place", arguments: [store]
        ).map(StoredChain.init(row:))
    }

    /// The id of the store's last chain.
    static func last(of store: String, in database: Database) throws -> [UInt8]? {
        try Data.fetchOne(
            database,
            sql: """
                SELECT id FROM chain WHERE store = ?1
                    AND NOT EXISTS (SELECT 1 FROM chain AS next WHERE next.store = ?1 AND next.previous = chain.id)
                """, arguments: [store]
        ).map(Array.init)
    }

    /// The chain that follows `previous`, or the store's oldest chain when that one isn't stored.
    static func find(after previous: [UInt8]?, of store: String, in database: Database) throws -> StoredChain? {
        try Row.fetchOne(
            database, sql: "SELECT * FROM chain WHERE store = ? ORDER BY previous IS ? DESC, place LIMIT 1",
            arguments: [store, previous.map { Data($0) }]
        ).map(StoredChain.init(row:))
    }

    func insert(into database: Database) throws {
        try database.run(
            "INSERT INTO chain VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [
                Data(id), store, previous.map { Data($0) }, epoch.milliseconds, slots, lead.milliseconds,
                appSecret.map { Data($0) }, spacing, Data(checkpoints),
            ])
    }

    private init(row: Row) {
        self.init(
            id: row.bytes("id"), previous: row.bytesIfPresent("previous"), store: row["store"],
            epoch: row.instant("epoch_ms"), slots: row["slots"],
            lead: TimeSpan(milliseconds: row["lead_ms"]),
            appSecret: row.bytesIfPresent("app_secret"), spacing: row["spacing"],
            checkpoints: row.bytes("checkpoints"))
    }
}

extension Row {
    func bytes(_ column: String) -> [UInt8] { Array(self[column] as Data) }

    func bytesIfPresent(_ column: String) -> [UInt8]? { (self[column] as Data?).map(Array.init) }

    func instant(_ column: String) -> Instant { Instant(milliseconds: self[column]) }
}
