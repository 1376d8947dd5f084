import Foundation
import GRDB

extension SQLiteSchema {
    /// Adds cards to purchases from before the server stored them, taken from their listings if these still exist. This
    /// is part of a migration and must never be changed.
    static func enterCards(in database: Database) throws {
        let listings = try Row.fetchCursor(
            database, sql: "SELECT store, chain, slot, position, revision, card FROM listing")
        while let listing = try listings.next() {
            let name: StatementArguments = [
                listing["chain"] as Data, listing["slot"] as Int, listing["position"] as Int,
                listing["revision"] as Int,
                listing["store"] as String,
            ]
            let owners = try Row.fetchAll(
                database.cachedStatement(sql: "SELECT DISTINCT player, item FROM purchase WHERE \(ofListing)"),
                arguments: name)
            guard !owners.isEmpty, let text = text(inPlaintext: listing["card"]) else { continue }
            try database.execute(sql: "INSERT INTO card VALUES (NULL, ?) ON CONFLICT DO NOTHING", arguments: [text])
            let card = try Int64.fetchOne(database, sql: "SELECT id FROM card WHERE text = ?", arguments: [text])
            try database.execute(sql: "UPDATE purchase SET card = ? WHERE \(ofListing)", arguments: [card] + name)
            for owner in owners {
                try database.execute(sql: newest, arguments: [owner["player"] as Int64, owner["item"] as String])
            }
        }
    }

    private static let ofListing = "chain = ? AND slot = ? AND position = ? AND revision = ? AND store = ?"

    /// For an owned item, the card of its latest purchase that wasn't reversed.
    private static let newest = """
        UPDATE owned SET card = (
            SELECT purchase.card FROM purchase INDEXED BY purchase_of_player
            LEFT JOIN reversal ON reversal.purchase = purchase.id
            WHERE purchase.player = owned.player AND purchase.item = owned.item AND refusal IS NULL
                AND reversal.purchase IS NULL
            ORDER BY purchase.id DESC LIMIT 1)
        WHERE player = ? AND item = ?
        """

    /// A listing stores its card as a length of two bytes, the text, and zeros.
    private static func text(inPlaintext plaintext: Data) -> Data? {
        let bytes = Array(plaintext)
        guard bytes.count >= 2 else { return nil }
        let length = Int(bytes[0]) << 8 | Int(bytes[1])
        return length + 2 <= bytes.count ? Data(bytes[2..<2 + length]) : nil
    }
}
