import Foundation

/// The cards of purchases. Each text is stored once, and purchases refer to it by its number.
enum CardRows {
    /// Stores the texts that aren't stored yet, in the order of their hashes, so that two servers that store the same
    /// ones never wait for each other.
    ///
    /// - Returns: the number of each card.
    static func enter(_ texts: Set<[UInt8]>, in session: PostgresSession) throws -> [[UInt8]: Int64] {
        var known = try find(texts, in: session)
        let new = texts.filter { known[$0] == nil }
        guard !new.isEmpty else { return known }
        try session.run(
            """
            INSERT INTO card (text, "set")
            SELECT text, "set" FROM unnest($1::bytea[], $2::text[]) AS new (text, "set") ORDER BY sha256(text)
            ON CONFLICT (sha256(text)) DO NOTHING
            """,
            [PostgresValue.byteStrings(Array(new)), PostgresValue.texts(new.map(set(of:)))])
        known.merge(try find(new, in: session)) { $1 }
        return known
    }

    private static func find(_ texts: Set<[UInt8]>, in session: PostgresSession) throws -> [[UInt8]: Int64] {
        let rows = try session.rows(
            """
            SELECT id, text FROM card
            WHERE sha256(text) IN (SELECT sha256(wanted) FROM unnest($1::bytea[]) AS wanted)
            """,
            [PostgresValue.byteStrings(Array(texts))])
        return Dictionary(rows.map { ($0[1] as [UInt8], $0[0] as Int64) }) { first, _ in first }
    }

    /// The set of the item that a card shows; `nil` for none.
    private static func set(of text: [UInt8]) -> String? {
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
