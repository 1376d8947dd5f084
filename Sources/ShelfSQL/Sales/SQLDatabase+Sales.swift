package import ShelfDatabase
package import ShelfModel

extension SQLDatabase {
    package func closedUntil() async throws -> Instant? {
        try await readSnapshot { try ClosedMark.read(in: $0).until }
    }

    package func numbers(_ question: NumbersQuestion) async throws -> Numbers {
        try await readSnapshot { try SalesRows.read(question, in: $0) }
    }

    package func totals() async throws -> Numbers {
        try await readSnapshot { try SalesRows.totals(in: $0) }
    }
}
