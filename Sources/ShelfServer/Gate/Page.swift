import ShelfWire

/// The requested page of a long list.
struct Page {
    let before: Int64?
    let limit: Int

    private static let most = 200

    init(_ call: Call) throws {
        before = try Self.number("before", call.query["before"], 1...Int64.max)
        limit = Int(try Self.number("limit", call.query["limit"], 1...Int64(Self.most)) ?? 50)
    }

    /// Reads the rows of the page, and one more, which tells whether another page follows.
    ///
    /// - Parameters:
    ///   - number: of a row, by which the list is in order, the highest first.
    ///   - rows: reads at most this many rows below the number `before`.
    /// - Returns: the rows, and the `before` of the next page; `nil` on the last page.
    func read<Row>(
        numbered number: (Row) -> Int64, _ rows: (_ before: Int64?, _ limit: Int) async throws -> [Row]
    ) async rethrows -> (rows: [Row], next: Int64?) {
        let found = try await rows(before, limit + 1)
        let page = Array(found.prefix(limit))
        return (page, found.count > limit ? page.last.map(number) : nil)
    }

    private static func number(_ name: String, _ text: String?, _ range: ClosedRange<Int64>) throws -> Int64? {
        guard let text else { return nil }
        guard let number = Int64(text), range.contains(number) else {
            throw Problem.badRequest("\(name) must be a whole number from \(range.lowerBound) to \(range.upperBound).")
        }
        return number
    }
}
