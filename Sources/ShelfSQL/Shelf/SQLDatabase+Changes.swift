package import ShelfDatabase
package import ShelfModel

extension SQLDatabase where Session: ListingSession {
    package func change(
        _ order: ChangeOrder, to listings: [StoredListing], after head: WindowHead,
        isInTime: @escaping @Sendable () -> Bool, audit: @escaping @Sendable (ChangeAnswer) -> AuditEntry?
    ) async throws -> ChangeAnswer {
        try await write { session in
            let answer = try order.change(to: listings, after: head, isInTime: isInTime, in: session)
            try audit(answer)?.insert(into: session)
            return answer
        }
    }

    package func change(by: String, key: String) async throws -> ListingChange? {
        try await read { try ListingChange.find(by: by, key: key, in: $0) }
    }

    package func changes() async throws -> [String: Int64] {
        try await read { session in
            let rows = try session.rows("SELECT store, MAX(number) FROM listing_change GROUP BY store")
            return Dictionary(rows.map { ($0[0], $0[1]) }, uniquingKeysWith: max)
        }
    }

    package func redraws(of store: String) async throws -> [Redraw] {
        try await read { try ListingChange.redraws(of: store, in: $0) }
    }
}
