package import ShelfModel
import ShelfSQL

extension SQLiteDatabase {
    /// Reads the hour's rows without the writers' lock, since nothing of a closed hour changes any more, and writes in
    /// small batches, so that waiting orders can be settled in between.
    package func closeHour(now: Instant) async throws -> Bool {
        guard let hour = try await read(#function, { try ClosingHour(dueAt: now, in: $0) }) else { return false }
        for batch in hour.batches {
            guard try await write(#function, { try hour.insert(listings: batch, into: $0) }) else { return true }
        }
        try await write(#function) { try hour.close(in: $0) }
        return true
    }

    package func stockSold(of listings: [ListingName]) async throws -> [ListingName: Int64] {
        try await read(#function) { session in
            var sold: [ListingName: Int64] = [:]
            for name in listings {
                sold[name] = try session.value(
                    """
                    SELECT sold FROM stock
                    WHERE store = $1 AND chain = $2 AND slot = $3 AND position = $4 AND revision = $5
                    """, [name.store, name.chain, name.slot, name.position, name.revision])
            }
            return sold
        }
    }

    package func editionsSold(of items: Set<Item.ID>) async throws -> [Item.ID: Int64] {
        try await read(#function) { session in
            var sold: [Item.ID: Int64] = [:]
            for item in items {
                sold[item] = try session.value("SELECT sold FROM edition WHERE item = $1", [item])
            }
            return sold
        }
    }
}
