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
            try Self.forgetEarlier(in: session)
            for table in SealedTable.all {
                try table.adopt(in: session) { $0.name == "schedule_seed" ? .bytes(seed()) : $1 }
            }
            // Until then nobody may have seen these pictures, so their times tell which items are to come.
            try session.run("UPDATE picture SET shown_from_ms = NULL WHERE shown_from_ms > $1", [instant])
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
}
