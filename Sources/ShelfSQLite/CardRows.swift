import Foundation
import GRDB

/// The cards of purchases. Each text is stored once, and purchases refer to it by its number.
enum CardRows {
    /// - Returns: the card's number. A new card is inserted and gets one.
    static func enter(_ text: [UInt8], in database: Database) throws -> Int64 {
        let find = try database.cachedStatement(sql: "SELECT id FROM card WHERE text = ?")
        if let known = try Int64.fetchOne(find, arguments: [Data(text)]) { return known }
        try database.run("INSERT INTO card VALUES (NULL, ?, ?)", [Data(text), set(of: text)])
        return database.lastInsertedRowID
    }

    /// The set of the item that a card shows; `nil` for none.
    private static func set(of text: [UInt8]) -> String? {
        struct Card: Decodable {
            let set: String?
        }
        return try? JSONDecoder().decode(Card.self, from: Data(text)).set
    }

    /// Updates the card of an item that a player owns. It is the card of the latest purchase that wasn't reversed.
    static func renew(of player: Int64, _ item: String, in database: Database) throws {
        try database.run(
            """
            UPDATE owned SET card = (
                SELECT purchase.card FROM purchase INDEXED BY purchase_of_player
                LEFT JOIN reversal ON reversal.purchase = purchase.id
                WHERE purchase.player = owned.player AND purchase.item = owned.item AND refusal IS NULL
                    AND reversal.purchase IS NULL
                ORDER BY purchase.id DESC LIMIT 1)
            WHERE player = ? AND item = ?
            """, [player, item])
    }
}
