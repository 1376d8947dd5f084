package import ShelfDatabase
package import ShelfModel

extension PostgresDatabase: NumbersDatabase {
    package func closedUntil() async throws -> Instant? {
        try await read { try ClosedMark.read(in: $0) }
    }

    /// Nothing of a closed hour changes any more, and readers and orders don't wait for this.
    package func closeHour(now: Instant) async throws -> Bool {
        try await write { session in
            try session.lock(.closingHours)
            return try ClosingHour.close(dueAt: now, in: session)
        }
    }

    package func numbers(_ question: NumbersQuestion) async throws -> Numbers {
        try await readSnapshot { try NumbersRows.read(question, in: $0) }
    }

    package func totals() async throws -> Numbers {
        try await readSnapshot { try NumbersRows.totals(in: $0) }
    }

    package func stockSold(of listings: [ListingName]) async throws -> [ListingName: Int64] {
        try await read { try $0.value(of: ListingNames(Set(listings)).stockSold) }
    }
}
