import GRDB
import ShelfSQL

/// The cards of purchases. Each text is stored once, and purchases refer to it by its number.
enum CardRows {
    /// - Returns: the card's number. A new card is inserted and gets one.
    static func enter(_ text: [UInt8], in session: SQLiteSession) throws -> Int64 {
        if let known: Int64 = try session.value("SELECT id FROM card WHERE text = $1", [text]) { return known }
        try session.run("INSERT INTO card VALUES (NULL, $1, $2)", [text, CardText.set(of: text)])
        return session.database.lastInsertedRowID
    }
}
