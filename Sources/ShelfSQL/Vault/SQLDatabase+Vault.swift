package import ShelfDatabase
package import ShelfModel
package import ShelfVault

extension SQLDatabase {
    package func wrappingKeys() async throws -> [StoredWrappingKey] {
        try await read { try StoredWrappingKey.all(in: $0) }
    }

    package func storeIDs() async throws -> [String] {
        try await read { try $0.rows("SELECT id FROM store ORDER BY id").map { $0[0] } }
    }

    @discardableResult
    package func checkVault(_ keys: SealingKeys?) async throws -> UInt32? {
        try await read { session in
            let known = try StoredWrappingKey.all(in: session)
            let sealing = known.last { $0.sealsFrom != nil }
            guard let keys else {
                guard sealing == nil else { throw VaultMismatch.sealed }
                return nil
            }
            guard let sealing else {
                throw try StoredStore.isAnySealed(in: session) ? VaultMismatch.keysMissing : .notSealed
            }
            guard !keys.isLocked else { return sealing.number }
            let numbers = keys.numbers
            guard numbers.contains(sealing.number) else { throw SealingError.missingKey(sealing.number) }
            for key in known.reversed() where numbers.contains(key.number) {
                guard try key.isProved(by: keys, in: session) else { throw VaultMismatch.otherVault(key.number) }
            }
            return sealing.number
        }
    }

    package func adopt(at instant: Instant, seed: @escaping @Sendable () -> [UInt8]) async throws -> Bool {
        guard let keys = seals.keys, !keys.isLocked else { throw WrappingKeyError.missing }
        return try await write { session in
            guard try StoredWrappingKey.all(in: session).isEmpty else { throw VaultMismatch.alreadySealed }
            guard try !StoredStore.isAnySealed(in: session) else { throw VaultMismatch.keysMissing }
            try session.lock(.everyStore)
            try StoredWrappingKey(number: keys.sealing, addedAt: instant, sealsFrom: instant, wholeAt: instant)
                .insert(into: session, keys)
            let hasStores = try session.exists("SELECT 1 FROM store")
            try StoredStore.adoptAll(newSeed: seed, in: session)
            try ListingChange.adoptAll(in: session)
            try ContentKey.adopt(in: session)
            try AuditEntry.adoptAll(in: session)
            // Until then nobody may have seen these pictures, so their times tell which items are to come.
            try session.run("UPDATE picture SET shown_from_ms = NULL WHERE shown_from_ms > $1", [instant])
            try Self.forgetEarlier(in: session)
            if hasStores { try session.run("INSERT INTO restored VALUES ($1)", [instant]) }
            return hasStores
        }
    }
}

extension StoredStore {
    static func isAnySealed(in session: some SQLSession) throws -> Bool {
        try session.rows("SELECT signing_seed FROM store").contains {
            SealedValue.wrappingKey(of: $0[0] as [UInt8]) != nil
        }
    }

    /// Seals the signing keys of stores that aren't sealed, and gives them other seeds of the schedule.
    static func adoptAll(newSeed: () -> [UInt8], in session: some SQLSession) throws {
        for row in try session.rows("SELECT id, signing_seed, created_at_ms FROM store") {
            let (id, createdAt) = (row[0] as String, row[2] as Instant)
            try session.change(
                "store", "UPDATE store SET signing_seed = $1, schedule_seed = $2 WHERE id = $3",
                [
                    session.seals.seal(row[1] as [UInt8], for: signingSeedColumn(of: id, createdAt)),
                    session.seals.seal(newSeed(), for: scheduleSeedColumn(of: id, createdAt)), id,
                ])
        }
    }
}

extension ListingChange {
    static func adoptAll(in session: some SQLSession) throws {
        for row in try session.rows("SELECT store, number, at_ms, item, reason FROM listing_change") {
            let (store, number, at) = (row[0] as String, row[1] as Int64, row[2] as Instant)
            try session.change(
                "listing_change", "UPDATE listing_change SET item = $1, reason = $2 WHERE store = $3 AND number = $4",
                [
                    (row[3] as String?).map { try session.seals.seal($0, for: itemColumn(store, number, at)) },
                    session.seals.seal(row[4] as String, for: reasonColumn(store, number, at)), store, number,
                ])
        }
    }
}

extension AuditEntry {
    /// Seals the words of what is in the audit log, a page of entries at a time.
    static func adoptAll(in session: some SQLSession) throws {
        var last: Int64 = 0
        while true {
            let rows = try session.rows(
                "SELECT id, at_ms, what, reason FROM audit WHERE id > $1 ORDER BY id LIMIT 1000", [last])
            guard !rows.isEmpty else { return }
            for row in rows {
                last = row[0]
                try sealWords(of: last, at: row[1], what: row[2], reason: row[3], in: session)
            }
        }
    }
}
