package import ShelfDatabase
import ShelfModel
package import ShelfVault

/// The promises about a database that is sealed, and whose wrapping key changes while servers use it.
package struct VaultContract: Sendable {
    /// Opens the same sealed database once more, as another server does.
    package typealias Open = @Sendable (SealingKeys) async throws -> any ShelfDatabase

    package let promise: String
    package let check: @Sendable (Open) async throws -> Void

    package static let all: [VaultContract] = [
        VaultContract("a database is sealed once, and only with its vault it is used") { open in
            let database = try await open(keys([1: 7]))
            try expect(await database.checkVault(keys([1: 7, 2: 8])) == 1, "its own vault isn't accepted")
            try expect(await database.checkVault(SealingKeys()) == 1, "a locked vault isn't accepted")
            try await refuse(VaultMismatch.sealed) { try await database.checkVault(nil) }
            try await refuse(VaultMismatch.otherVault(1)) { try await database.checkVault(keys([1: 9])) }
            try await refuse(SealingError.missingKey(1)) { try await database.checkVault(keys([2: 8])) }
            try await refuse(VaultMismatch.alreadySealed) { _ = try await database.adopt(at: Trade.noon) { [] } }
        },
        VaultContract("of two copies of a vault that each get a key of the same number, the second is refused") {
            open in
            let (one, two) = (try await open(keys([1: 7, 2: 8])), try await open(keys([1: 7, 2: 9])))
            for _ in 0..<2 { try await one.announceKeys(at: Trade.noon) }
            try await refuse(VaultMismatch.otherVault(2)) { try await two.announceKeys(at: Trade.noon) }
            let known = try await two.wrappingKeys()
            try expect(known.map(\.number) == [1, 2] && known[1].sealsFrom == nil, "the database knows \(known)")
        },
        VaultContract("a newer key seals once every server that lives knows it") { open in
            let (first, second) = (try keys([1: 7]), try keys([1: 7, 2: 8]))
            let (one, two) = (try await open(first), try await open(second))
            second.seal(with: 1)
            _ = try await one.report(serverOf: id(1), named: "one", at: Trade.noon)
            let awaited = try await two.report(serverOf: id(2), named: "two", at: Trade.noon)
            try expect(awaited.sealing?.number == 1 && awaited.awaited?.number == 2, "it is \(awaited)")
            try expect(awaited.servers.map(\.newestKey) == [1, 2], "the servers are \(awaited.servers)")
            try first.add([2: bytes(8)])
            let ready = try await one.report(serverOf: id(1), named: "one", at: Trade.noon + .seconds(1))
            try expect(ready.sealing?.number == 2 && ready.sealing?.wholeAt == nil, "it is \(ready)")
            try expect(!ready.isInStep, "servers that seal under the former key are in step")
            first.seal(with: 2)
            second.seal(with: 2)
            _ = try await one.report(serverOf: id(1), named: "one", at: Trade.noon + .seconds(2))
            let all = try await two.report(serverOf: id(2), named: "two", at: Trade.noon + .seconds(2))
            try expect(all.isInStep, "they aren't in step: \(all)")
        },
        VaultContract("a server that has been silent for half a minute isn't waited for") { open in
            let second = try keys([1: 7, 2: 8])
            let (one, two) = (try await open(keys([1: 7])), try await open(second))
            second.seal(with: 1)
            _ = try await one.report(serverOf: id(1), named: "one", at: Trade.noon)
            let early = try await two.report(serverOf: id(2), named: "two", at: Trade.noon + .seconds(29))
            try expect(early.sealing?.number == 1, "a server that lives is left behind")
            let late = try await two.report(serverOf: id(2), named: "two", at: Trade.noon + .seconds(30))
            try expect(late.sealing?.number == 2 && late.servers.map(\.name) == ["two"], "it is \(late)")
        },
        VaultContract("a server whose clock is far ahead isn't waited for either") { open in
            let second = try keys([1: 7, 2: 8])
            let (one, two) = (try await open(keys([1: 7])), try await open(second))
            second.seal(with: 1)
            _ = try await one.report(serverOf: id(1), named: "one", at: Trade.noon + .days(1))
            let report = try await two.report(serverOf: id(2), named: "two", at: Trade.noon)
            try expect(report.sealing?.number == 2 && report.servers.map(\.name) == ["two"], "it is \(report)")
        },
        VaultContract("another vault's key of the same number counts as none") { open in
            let (first, other) = (try keys([1: 7, 2: 8]), try keys([1: 7, 2: 9]))
            let (one, two) = (try await open(first), try await open(other))
            for keys in [first, other] { keys.seal(with: 1) }
            _ = try await two.report(serverOf: id(2), named: "two", at: Trade.noon)
            try await refuse(VaultMismatch.otherVault(2)) { try await one.checkVault(first) }
            let report = try await one.report(serverOf: id(1), named: "one", at: Trade.noon + .seconds(40))
            try expect(report.servers.map(\.newestKey) == [1], "it says that it knows \(report.servers)")
        },
        VaultContract("all rows follow to the newer key in small batches, and are read all the while") { open in
            let keys = try keys([1: 7])
            let database = try await open(keys)
            let kept = try await Kept.made(in: database)
            let count = try await database.valuesSealed(underOthersThan: 2)
            try expect(count > 8, "only \(count) values are sealed")
            try keys.add([2: bytes(8)])
            keys.seal(with: 2)
            var (place, done): (ResealingPlace?, Int) = (.start, 0)
            while let from = place {
                let rows = try await database.reseal(from: from, atMost: 2)
                try expect(rows.count <= 4, "a batch of two rows has \(rows.count) values")
                (place, done) = (rows.next, done + rows.count)
                try expect(try await Kept.read(from: database) == kept, "something is read otherwise after \(done)")
            }
            try expect(done == count, "\(done) of \(count) values were sealed anew")
            try expect(await database.valuesSealed(underOthersThan: 2) == 0, "values are left")
            let again = try await database.reseal(from: .start, atMost: 1000)
            try expect(again.count == 0, "what is done is done again")
            let late = try await open(VaultContract.keys([2: 8]))
            try expect(try await Kept.read(from: late) == kept, "the former key is needed")
        },
        VaultContract("all is done only when no server has sealed under a former key meanwhile") { open in
            let (first, second) = (try keys([1: 7, 2: 8]), try keys([1: 7, 2: 8]))
            let (one, two) = (try await open(first), try await open(second))
            func report(_ seconds: Int) async throws -> StoredWrappingKey? {
                _ = try await two.report(serverOf: id(2), named: "two", at: Trade.noon + .seconds(seconds))
                return try await one.report(serverOf: id(1), named: "one", at: Trade.noon + .seconds(seconds)).sealing
            }
            first.seal(with: 2)
            second.seal(with: 1)
            let early = try found(try await report(0))
            try expect(await !one.noteWhole(early, at: Trade.noon), "one still seals under the former key")
            second.seal(with: 2)
            let later = try found(try await report(1))
            try expect(await !one.noteWhole(early, at: Trade.noon + .seconds(1)), "its last values may be missing")
            try expect(await one.noteWhole(later, at: Trade.noon + .seconds(1)), "nothing speaks against it")
            try expect(try await report(2)?.wholeAt == Trade.noon + .seconds(1), "it isn't kept")
        },
    ]

    private init(_ promise: String, check: @escaping @Sendable (Open) async throws -> Void) {
        (self.promise, self.check) = (promise, check)
    }

    /// Keys whose bytes are all the same, by their numbers.
    package static func keys(_ bytes: [UInt32: UInt8]) throws -> SealingKeys {
        let keys = SealingKeys()
        try keys.add(bytes.mapValues(self.bytes))
        return keys
    }

    /// Adopting seals all that lies open, and makes anew what a reader may know by then.
    ///
    /// - Parameters:
    ///   - plain: a new database that isn't sealed.
    ///   - open: opens it once more, sealed.
    package static func checkAdoption(_ plain: any ShelfDatabase, _ open: Open) async throws {
        let before = try await Kept.made(in: plain)
        let database = try await open(keys([1: 7]))
        try expect(await database.adopt(at: Trade.noon) { bytes(9) }, "it says that there was no store")
        let after = try await Kept.read(from: database)
        try expect(after.store?.signingSeed == before.store?.signingSeed, "the signing key is another one")
        try expect(after.store?.scheduleSeed == bytes(9), "the schedule goes on as before")
        try expect(after.chains.isEmpty && after.listings.isEmpty, "what lay open is still used")
        try expect(after.change == before.change && after.audit == before.audit, "what was done is told otherwise")
        try expect(after.contentKey == before.contentKey, "the key of levels is another one")
        try expect(await database.valuesSealed(underOthersThan: 1) == 0, "something lies open")
    }

    private static func bytes(_ byte: UInt8) -> [UInt8] { [UInt8](repeating: byte, count: 32) }

    private static func id(_ byte: UInt8) -> [UInt8] { [UInt8](repeating: byte, count: 16) }

    private static func refuse<Expected: Error & Equatable>(
        _ expected: Expected, _ body: () async throws -> Void
    ) async throws {
        do {
            try await body()
        } catch let error as Expected where error == expected {
            return
        }
        throw DatabaseContract.Broken(description: "\(expected) isn't told")
    }

    private static func found(_ key: StoredWrappingKey?) throws -> StoredWrappingKey {
        guard let key else { throw DatabaseContract.Broken(description: "no key seals") }
        return key
    }

    /// What is stored sealed.
    private struct Kept: Equatable {
        let store: StoredStore?
        let chains: [StoredChain]
        let listings: [StoredListing]
        let change: ListingChange?
        let secret: [UInt8]
        let contentKey: [UInt8]
        let audit: [AuditEntry]

        static func made(in database: any ShelfDatabase) async throws -> Kept {
            for store in ["main", "other"] { _ = try await database.create(Records.store(store)) }
            _ = try await database.add(Records.chain(1, epoch: 2000, secret: true))
            let head = try await Changes.publish(on: database)
            _ = try await database.change(
                Changes.replacement(1, "kite", key: "a"), to: [Changes.changed(1, to: "kite", revision: 1)],
                after: head, isInTime: { true }
            ) { _ in
                AuditEntry(
                    id: 0, at: Trade.noon, by: "anna", what: "POST /v1/admin/replacements?item=kite", status: 200,
                    about: AuditSubject(reason: "a gala"))
            }
            return try await read(from: database)
        }

        static func read(from database: any ShelfDatabase) async throws -> Kept {
            Kept(
                store: try await database.store("main"), chains: try await database.chains(of: "main"),
                listings: try await database.listings(of: "main", endingAfter: .distantPast),
                change: try await database.change(by: "anna", key: "a"),
                secret: try await database.keep(secret: Records.bytes(3, 32), as: "tokens"),
                contentKey: try await database.keep(contentSeed: Records.bytes(4, 32)),
                audit: try await database.auditLog(before: nil, limit: 9))
        }
    }
}
