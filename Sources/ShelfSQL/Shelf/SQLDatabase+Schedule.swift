package import ShelfDatabase
package import ShelfModel

extension SQLDatabase where Session: ListingSession {
    package func store(_ id: String) async throws -> StoredStore? {
        try await read { try StoredStore.find(id, in: $0) }
    }

    package func create(_ store: StoredStore) async throws -> StoredStore {
        try await write { session in
            try store.insert(into: session)
            guard let found = try StoredStore.find(store.id, in: session) else { throw RowMissing(table: "store") }
            return found
        }
    }

    package func state(of store: String, _ reach: StoredState.Reach) async throws -> StoredState? {
        try await readSnapshot { session in
            guard let found = try StoredStore.find(store, in: session) else { return nil }
            let windows = try StoredWindow.newest(of: store, limit: StoredState.windowCount, in: session)
            let recent = reach.recent(windows)
            return StoredState(
                store: found, chains: try StoredChain.all(of: store, in: session),
                changes: try ListingChange.count(of: store, in: session),
                redraws: try ListingChange.redraws(of: store, in: session), windows: windows,
                listings: try session.listings(of: store, endingAfter: recent),
                past: try session.pastListings(
                    of: store, endingAfter: reach.earliest(windows), notAfter: recent))
        }
    }

    package func chains(of store: String) async throws -> [StoredChain] {
        try await read { try StoredChain.all(of: store, in: $0) }
    }

    package func add(_ chain: StoredChain) async throws -> StoredChain {
        try await write { session in
            try session.lock(.store(chain.store))
            if try StoredChain.last(of: chain.store, in: session) == chain.previous {
                try chain.insert(into: session)
                return chain
            }
            // No chain is left after another server has begun an incarnation. The caller then goes on with a chain that
            // isn't stored, so that it comes to its publication. That is refused, and the caller reads the store again.
            return try StoredChain.find(after: chain.previous, of: chain.store, in: session) ?? chain
        }
    }

    package func listings(of store: String, endingAfter instant: Instant) async throws -> [StoredListing] {
        try await read { try $0.listings(of: store, endingAfter: instant) }
    }

    package func listings(of store: String, touching span: Range<Instant>) async throws -> [StoredListing] {
        try await read { try $0.listings(of: store, touching: span) }
    }

    package func pastListings(
        of store: String, endingAfter instant: Instant, notAfter last: Instant
    ) async throws -> [Listing] {
        try await read { try $0.pastListings(of: store, endingAfter: instant, notAfter: last) }
    }

    package func editionsSold() async throws -> [Item.ID: Int64] {
        try await read { session in
            let rows = try session.rows("SELECT item, sold FROM edition WHERE sold > 0")
            return Dictionary(rows.map { ($0["item"] as Item.ID, $0["sold"] as Int64) }, uniquingKeysWith: max)
        }
    }

    package func publish(_ publications: [Publication]) async throws -> Set<String> {
        try await write { session in
            var refused: Set<String> = []
            for publication in publications.sorted(by: Self.precedes) {
                if try !publication.insert(into: session) { refused.insert(publication.store) }
            }
            return refused
        }
    }

    /// Whether a publication's store is locked before another's: the order is that of the ids' bytes, as in the
    /// database.
    private static func precedes(_ first: Publication, _ second: Publication) -> Bool {
        first.store.utf8.lexicographicallyPrecedes(second.store.utf8)
    }

    package func head(of store: String) async throws -> WindowHead? {
        try await readSnapshot { try WindowHead.newest(of: store, in: $0) }
    }

    package func newestWindows(of store: String, limit: Int) async throws -> [StoredWindow] {
        try await read { try StoredWindow.newest(of: store, limit: limit, in: $0) }
    }

    package func window(of store: String, sequence: Int64) async throws -> StoredWindow? {
        try await read { try StoredWindow.find(store: store, sequence: sequence, in: $0) }
    }

    package func prune(store: String, windows: Instant, listings: Instant, chains: Instant) async throws {
        try await write { session in
            try session.lock(.store(store))
            try session.run(
                """
                DELETE FROM "window" WHERE store = $1 AND issued_at_ms < $2
                    AND sequence < (SELECT MAX(sequence) FROM "window" WHERE store = $1)
                """,
                [store, windows])
            try session.run(
                "DELETE FROM listing WHERE store = $1 AND start_ms + seconds * 1000 < $2", [store, listings])
            try session.run(
                "DELETE FROM chain WHERE store = $1 AND epoch_ms + slots * 1000 < $2 AND id <> $3",
                [store, chains, StoredChain.last(of: store, in: session)])
        }
    }
}
