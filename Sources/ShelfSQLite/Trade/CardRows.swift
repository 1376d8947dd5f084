import Foundation
import GRDB
import ShelfSQL

/// The cards of purchases. Each text is stored once, and purchases refer to it by its number.
enum CardRows {
    /// - Returns: the card's number. A new card is inserted and gets one.
    static func enter(_ text: [UInt8], in database: Database) throws -> Int64 {
        let find = try database.cachedStatement(sql: "SELECT id FROM card WHERE text = ?")
        if let known = try Int64.fetchOne(find, arguments: [Data(text)]) { return known }
        try database.run("INSERT INTO card VALUES (NULL, ?, ?)", [Data(text), CardText.set(of: text)])
        return database.lastInsertedRowID
    }
}
