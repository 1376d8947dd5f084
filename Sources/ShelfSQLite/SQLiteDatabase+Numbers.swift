import Foundation
import GRDB
package import ShelfDatabase
package import ShelfModel

extension SQLiteDatabase: NumbersDatabase {
    package func closedUntil() async throws -> Instant? {
        try await read { try ClosedMark.read(in: $0).until }
    }

    /// Reads the hour's rows without the writers' lock, since nothing of a closed hour changes any more, and writes in
    /// small batches, so that waiting orders can be settled in between.
    package func closeHour(now: Instant) async throws -> Bool {
        guard let hour = try await read({ try ClosingHour(dueAt: now, in: $0) }) else { return false }
        for batch in hour.batches {
            guard try await write({ try hour.insert(listings: batch, into: $0) }) else { return true }
        }
        try await write { try hour.close(in: $0) }
        return true
    }

    package func numbers(_ question: NumbersQuestion) async throws -> Numbers {
        try await read { try NumbersRows.read(question, in: $0) }
    }

    package func totals() async throws -> Numbers {
        try await read { try NumbersRows.totals(in: $0) }
    }

    package func stockSold(of listings: [ListingName]) async throws -> [ListingName: Int64] {
        try await read { database in
            let statement = try database.cachedStatement(
                sql: """
                    SELECT sold FROM stock
                    WHERE store = ? AND chain = ? AND slot = ? AND position = ? AND revision = ?
                    """)
            var sold: [ListingName: Int64] = [:]
            for name in listings {
                sold[name] = try Int64.fetchOne(
                    statement,
                    arguments: [name.store, Data(name.chain), name.slot, name.position, name.revision])
            }
            return sold
        }
    }
}
