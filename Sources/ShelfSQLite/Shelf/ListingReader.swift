import GRDB
import GRDBSQLite
import ShelfDatabase
import ShelfModel

/// Reads listings with SQLite's own functions. A start with many stores reads tens of thousands of them, and GRDB's
/// rows take longer than SQLite does.
struct ListingReader {
    private let statement: SQLiteStatement
    /// The chain of the last row, which is that of most others, too.
    private var chain: [UInt8] = []

    /// - Parameter statement: selects position, start, revision, seconds, item, chain, slot, card and sealed card.
    static func read(_ statement: Statement, _ arguments: StatementArguments) throws -> [StoredListing] {
        try rows(statement, arguments) { $0.stored() }
    }

    /// Reads what can be known of listings without their cards.
    ///
    /// - Parameter statement: selects position, start, revision, seconds and item.
    static func readOpen(_ statement: Statement, _ arguments: StatementArguments) throws -> [Listing] {
        try rows(statement, arguments) { $0.listing() }
    }

    private static func rows<Value>(
        _ statement: Statement, _ arguments: StatementArguments, _ value: (inout ListingReader) -> Value
    ) throws -> [Value] {
        try statement.setArguments(arguments)
        var reader = ListingReader(statement: statement.sqliteStatement)
        return try statement.steps { _ in value(&reader) }
    }

    private init(statement: SQLiteStatement) {
        self.statement = statement
    }

    private mutating func stored() -> StoredListing {
        let chainBytes = buffer(5)
        if !chainBytes.elementsEqual(chain) { chain = Array(chainBytes) }
        return StoredListing(
            listing: listing(), revision: Int(integer(2)), chain: chain, slot: Int(integer(6)),
            card: Array(buffer(7)), sealed: Array(buffer(8)))
    }

    private func listing() -> Listing {
        Listing(
            position: Int(integer(0)), start: Instant(milliseconds: integer(1)), seconds: Int(integer(3)),
            item: String(cString: sqlite3_column_text(statement, 4)))
    }

    private func integer(_ column: CInt) -> Int64 { sqlite3_column_int64(statement, column) }

    /// SQLite's own bytes, which are valid until the next row. Its pointer to none is null.
    private func buffer(_ column: CInt) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(
            start: sqlite3_column_blob(statement, column), count: Int(sqlite3_column_bytes(statement, column)))
    }
}
