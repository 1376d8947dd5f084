import Foundation

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
            [PostgresValue.byteStrings(Array(new)), PostgresValue.texts(new.map(set(of:)))])
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

    /// The set of the item that a card shows; `nil` for none.
    static func set(of text: [UInt8]) -> String? {
        struct Card: Decodable {
            let set: String?
        }
        return try? JSONDecoder().decode(Card.self, from: Data(text)).set
    }

    /// Updates the card of an item that a player owns. It is the card of the latest purchase that wasn't reversed.
    static func renew(of player: Int64, _ item: String, in session: PostgresSession) throws {
        try session.run(
            """
            UPDATE owned SET card = (
                SELECT purchase.card FROM purchase
                LEFT JOIN reversal ON reversal.purchase = purchase.id
                WHERE purchase.player = owned.player AND purchase.item = owned.item AND refusal IS NULL
                    AND reversal.purchase IS NULL
                ORDER BY purchase.id DESC LIMIT 1)
            WHERE player = $1 AND item = $2
            """, [player, item])
    }
}
