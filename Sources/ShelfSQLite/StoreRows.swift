import Foundation
import GRDB
import ShelfDatabase
import ShelfModel

extension StoredStore {
    static func find(_ id: String, in database: Database) throws -> StoredStore? {
        try Row.fetchOne(database, sql: "SELECT * FROM store WHERE id = ?", arguments: [id]).map(StoredStore.init(row:))
    }

    /// Does nothing where the store is known.
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
    static func all(of store: String, in database: Database) throws -> [StoredChain] {
        try Row.fetchAll(
            database, sql: "SELECT * FROM chain WHERE store = ? ORDER BY epoch_ms", arguments: [store]
        ).map(StoredChain.init(row:))
    }

    static func find(store: String, epoch: Instant, in database: Database) throws -> StoredChain? {
        try Row.fetchOne(
            database, sql: "SELECT * FROM chain WHERE store = ? AND epoch_ms = ?",
            arguments: [store, epoch.milliseconds]
        ).map(StoredChain.init(row:))
    }

    /// Does nothing where the store has a chain with this epoch.
    func insert(into database: Database) throws {
        try database.execute(
            sql: "INSERT INTO chain VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
            arguments: [
                Data(id), store, epoch.milliseconds, slots, lead.milliseconds, appSecret.map { Data($0) }, spacing,
                Data(checkpoints),
            ])
    }

    private init(row: Row) {
        self.init(
            id: row.bytes("id"), store: row["store"], epoch: row.instant("epoch_ms"), slots: row["slots"],
            lead: TimeSpan(milliseconds: row["lead_ms"]),
            appSecret: (row["app_secret"] as Data?).map(Array.init), spacing: row["spacing"],
            checkpoints: row.bytes("checkpoints"))
    }
}

extension Row {
    func bytes(_ column: String) -> [UInt8] { Array(self[column] as Data) }

    func bytes(at index: Int) throws -> [UInt8] { try withUnsafeData(atIndex: index) { Array($0 ?? Data()) } }

    func instant(_ column: String) -> Instant { Instant(milliseconds: self[column]) }
}
