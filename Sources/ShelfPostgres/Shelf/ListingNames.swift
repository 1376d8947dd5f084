import ShelfModel
import ShelfSQL

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

    /// The same rows, each with its `place` in the arguments, which begins at 1.
    static let inOrder = """
        unnest($1::text[], $2::bytea[], $3::bigint[], $4::bigint[], $5::bigint[])
            WITH ORDINALITY AS wanted (store, chain, slot, position, revision, place)
        """

    /// The same, each with its item, which is `$6`, and the start of its offer of several listings, `$7`.
    static let withItems = """
        unnest($1::text[], $2::bytea[], $3::bigint[], $4::bigint[], $5::bigint[], $6::text[], $7::bigint[])
            WITH ORDINALITY AS wanted (store, chain, slot, position, revision, item, offer_ms, place)
        """

    var arguments: [PostgresValue] {
        [
            .texts(names.map(\.store)), .byteStrings(names.map(\.chain)),
            .integers(names.map { Int64($0.slot) }),
            .integers(names.map { Int64($0.position) }),
            .integers(names.map { Int64($0.revision) }),
        ]
    }

    /// How many copies each listing has sold. One that has sold none is missing.
    var stockSold: PostgresQuery<[ListingName: Int64]> {
        PostgresQuery(
            """
            SELECT store, chain, slot, position, revision, sold FROM \(Self.unnested)
            JOIN stock USING (store, chain, slot, position, revision) WHERE sold > 0
            """, arguments
        ) { result in
            Dictionary(
                result.rows.map { row in
                    let name = ListingName(
                        store: row[0], chain: row[1], slot: row[2], position: row[3], revision: row[4])
                    return (name, row[5])
                }
            ) { $1 }
        }
    }
}
