import GRDB
package import ShelfDatabase
package import ShelfModel

extension SQLiteDatabase: ChangeDatabase {
    package func change(
        _ order: ChangeOrder, to listings: [StoredListing], after head: WindowHead,
        isInTime: @escaping @Sendable () -> Bool, audit: @escaping @Sendable (ChangeAnswer) -> AuditEntry?
    ) async throws -> ChangeAnswer {
        try await write { database in
            let answer = try order.change(to: listings, after: head, isInTime: isInTime, in: database)
            try audit(answer)?.insert(into: database)
            return answer
        }
    }

    package func change(by: String, key: String) async throws -> ListingChange? {
        try await read { try ListingChange.find(by: by, key: key, in: $0) }
    }

    package func changes() async throws -> [String: Int64] {
        try await read { database in
            let statement = try database.cachedStatement(
                sql: "SELECT store, MAX(number) FROM listing_change GROUP BY store")
            let rows = try Row.fetchAll(statement)
            return Dictionary(rows.map { ($0[0], $0[1]) }, uniquingKeysWith: max)
        }
    }

    package func redraws(of store: String) async throws -> [Redraw] {
        try await read { try ListingChange.redraws(of: store, in: $0) }
    }
}
