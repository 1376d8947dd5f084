import ShelfModel

/// Names of listings as arguments of one statement.
struct ListingNames {
    private let names: [ListingName]

    init(_ names: some Sequence<ListingName>) {
        self.names = Array(names)
    }

    /// The rows of the arguments, which are `$1` to `$5`.
    static let unnested = """
        unnest($1::text[], $2::bytea[], $3::bigint[], $4::bigint[], $5::bigint[])
            AS wanted (store, chain, slot, position, revision)
        """

    var arguments: [any PostgresArgument] {
        [
            PostgresValue.texts(names.map(\.store)), PostgresValue.byteStrings(names.map(\.chain)),
            PostgresValue.integers(names.map { Int64($0.slot) }),
            PostgresValue.integers(names.map { Int64($0.position) }),
            PostgresValue.integers(names.map { Int64($0.revision) }),
        ]
    }

    /// How many copies each listing has sold. One that has sold none is missing.
    func stockSold(in session: PostgresSession) throws -> [ListingName: Int64] {
        let rows = try session.rows(
            """
            SELECT store, chain, slot, position, revision, sold FROM \(Self.unnested)
            JOIN stock USING (store, chain, slot, position, revision) WHERE sold > 0
            """, arguments)
        return Dictionary(
            rows.map { row in
                (
                    ListingName(store: row[0], chain: row[1], slot: row[2], position: row[3], revision: row[4]),
                    row[5] as Int64
                )
            }
        ) { first, _ in first }
    }
}
