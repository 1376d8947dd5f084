package import ShelfDatabase
package import ShelfModel
import ShelfVault

extension SQLDatabase {
    package func report(serverOf id: [UInt8], named name: String, at instant: Instant) async throws -> SealingReport {
        guard let keys = seals.keys else { return SealingReport(keys: [], servers: []) }
        return try await write { session in
            try session.lock(.wrappingKeys)
            try StoredWrappingKey.addMissing(of: keys, at: instant, in: session)
            let known = try StoredWrappingKey.all(in: session)
            let newest = try known.last { key in
                try keys.numbers.contains(key.number) && key.isProved(by: keys, in: session)
            }
            let server = SealingServer(
                id: id, name: name, newestKey: newest?.number ?? 0, sealsWith: keys.sealing, at: instant)
            let before = try SealingServer.living(at: instant, in: session).first { $0.id == id }
            try server.keep(in: session)
            let report = SealingReport(keys: known, servers: try SealingServer.living(at: instant, in: session))
            if let key = report.key(thatSealsSince: server, before) { try key.seal(from: instant, in: session) }
            return SealingReport(keys: try StoredWrappingKey.all(in: session), servers: report.servers)
        }
    }

    package func announceKeys(at instant: Instant) async throws {
        guard let keys = seals.keys else { return }
        try await write { session in
            try session.lock(.wrappingKeys)
            guard try !StoredWrappingKey.all(in: session).isEmpty else { return }
            try StoredWrappingKey.addMissing(of: keys, at: instant, in: session)
            for key in try StoredWrappingKey.all(in: session) where keys.numbers.contains(key.number) {
                guard try key.isProved(by: keys, in: session) else { throw VaultMismatch.otherVault(key.number) }
            }
        }
    }

    package func reseal(from place: ResealingPlace, atMost most: Int) async throws -> ResealedRows {
        guard SealedTable.all.indices.contains(place.table) else { return ResealedRows(count: 0, next: nil) }
        let table = SealedTable.all[place.table]
        // Where nothing is to be done, no order waits.
        let seen = try await read { try table.look(after: place.key, atMost: most, in: $0) }
        let (count, last) =
            seen.count == 0
            ? seen : try await write { try table.reseal(after: place.key, atMost: most, in: $0) }
        return Self.resealed(count, last, in: place.table)
    }

    private static func resealed(_ count: Int, _ last: [SealedColumn.KeyPart]?, in table: Int) -> ResealedRows {
        if let last { return ResealedRows(count: count, next: ResealingPlace(table: table, key: last)) }
        let next = table + 1
        return ResealedRows(
            count: count, next: SealedTable.all.indices.contains(next) ? ResealingPlace(table: next, key: nil) : nil)
    }

    package func noteWhole(_ key: StoredWrappingKey, at instant: Instant) async throws -> Bool {
        try await write { session in
            try session.lock(.wrappingKeys)
            let report = SealingReport(
                keys: try StoredWrappingKey.all(in: session),
                servers: try SealingServer.living(at: instant, in: session))
            guard report.isInStep, report.sealing == key else { return false }
            try session.change(
                "wrapping_key", "UPDATE wrapping_key SET whole_at_ms = $1 WHERE number = $2",
                [instant, Int64(key.number)])
            return true
        }
    }

    package func valuesSealed(underOthersThan number: UInt32) async throws -> Int {
        try await read { session in
            try SealedTable.all.reduce(0) { try $0 + $1.count(underOthersThan: number, in: session) }
        }
    }
}

extension StoredWrappingKey {
    /// Adds the keys that are newer than all that the database knows.
    fileprivate static func addMissing(of keys: SealingKeys, at instant: Instant, in session: some SQLSession) throws {
        let newest = try all(in: session).last?.number ?? 0
        for number in keys.numbers.sorted() where number > newest {
            try StoredWrappingKey(number: number, addedAt: instant, sealsFrom: nil, wholeAt: nil)
                .insert(into: session, keys)
        }
    }

    fileprivate func seal(from instant: Instant, in session: some SQLSession) throws {
        try session.change(
            "wrapping_key", "UPDATE wrapping_key SET seals_from_ms = $1, whole_at_ms = NULL WHERE number = $2",
            [instant, Int64(number)])
    }
}

extension SealingReport {
    /// The key that seals from now on: a newer one that all servers know, or the same one anew when a server begins to
    /// seal under it. Until now that one may have sealed under an earlier key, also as a process that has ended.
    fileprivate func key(thatSealsSince server: SealingServer, _ before: SealingServer?) -> StoredWrappingKey? {
        if let ready { return ready }
        return server.sealsWith == sealing?.number && before?.sealsWith != server.sealsWith ? sealing : nil
    }
}
