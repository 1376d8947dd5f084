package import ShelfDatabase
package import ShelfModel

extension SQLDatabase {
    package func closedUntil() async throws -> Instant? {
        try await readSnapshot { try ClosedMark.read(in: $0).until }
    }

    package func sales(_ question: SalesQuestion) async throws -> SalesFigures {
        try await readSnapshot { try SalesRows.read(question, in: $0) }
    }

    package func totals() async throws -> SalesFigures {
        try await readSnapshot { try SalesRows.totals(in: $0) }
    }
}
