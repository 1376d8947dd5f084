import ShelfSQL

/// The cards of purchases. Each text is stored once, and purchases refer to it by its number.
enum CardRows {
    /// Stores texts, in the order of their hashes, so that two servers that store the same ones never wait for each
    /// other.
    ///
    /// - Parameter known: the numbers of cards that are stored already, which may be others.
    /// - Returns: the number of each card.
    static func enter(
        _ texts: Set<[UInt8]>, known: [[UInt8]: Int64], in session: PostgresSession
    ) throws -> [[UInt8]: Int64] {
        let new = texts.filter { known[$0] == nil }
        guard !new.isEmpty else { return known }
        try session.run(
            """
            INSERT INTO card (text, "set")
            SELECT text, "set" FROM unnest($1::bytea[], $2::text[]) AS new (text, "set") ORDER BY sha256(text)
            ON CONFLICT (sha256(text)) DO NOTHING
            """,
            values: [.byteStrings(Array(new)), .texts(new.map(CardText.set(of:)))])
        return known.merging(try session.value(of: finding(new))) { $1 }
    }

    /// Finds the numbers of those of the texts that are stored.
    static func finding(_ texts: Set<[UInt8]>) -> PostgresQuery<[[UInt8]: Int64]> {
        PostgresQuery(
            """
            SELECT id, text FROM card
            WHERE sha256(text) IN (SELECT sha256(wanted) FROM unnest($1::bytea[]) AS wanted)
            """,
            [PostgresValue.byteStrings(Array(texts))]
        ) { result in
            Dictionary(result.rows.map { ($0[1], $0[0]) }) { $1 }
        }
    }
}
