package import ShelfModel
import ShelfSQL

extension PostgresDatabase {
    /// Nothing of a closed hour changes any more, and readers and orders don't wait for this.
    package func closeHour(now: Instant) async throws -> Bool {
        try await write(#function) { session in
            try session.take(.closingHours)
            return try ClosingHour.close(dueAt: now, in: session)
        }
    }

    package func stockSold(of listings: [ListingName]) async throws -> [ListingName: Int64] {
        try await read(#function) { try $0.value(of: ListingNames(Set(listings)).stockSold) }
    }

    package func editionsSold(of items: Set<Item.ID>) async throws -> [Item.ID: Int64] {
        try await read(#function) { try $0.value(of: PurchaseFacts.editionsSold(items)) }
    }
}
