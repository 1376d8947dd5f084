import GRDB
import GRDBSQLite
import ShelfDatabase
import ShelfModel
import ShelfSQL
import ShelfVault

/// Reads listings with SQLite's own functions. A start with many stores reads tens of thousands of them, and GRDB's
/// rows take longer than SQLite does.
struct ListingReader {
    private let statement: SQLiteStatement
    private let seals: ColumnSeals
    private let store: String
    /// The chain of the last row, which is that of most others, too.
    private var chain: [UInt8] = []

    /// - Parameters:
    ///   - statement: selects position, start, revision, seconds, item, chain, slot, card and sealed card.
    ///   - store: whose listings these are.
    static func read(
        _ statement: Statement, _ arguments: StatementArguments, of store: String, _ seals: ColumnSeals
    ) throws -> [StoredListing] {
        try rows(statement, arguments, store, seals) { try $0.stored() }
    }

    /// Reads what can be known of listings without their cards.
    ///
    /// - Parameters:
    ///   - statement: selects position, start, revision, seconds and item.
    ///   - store: whose listings these are.
    static func readOpen(
        _ statement: Statement, _ arguments: StatementArguments, of store: String, _ seals: ColumnSeals
    ) throws -> [Listing] {
        try rows(statement, arguments, store, seals) { try $0.listing() }
    }

    private static func rows<Value>(
        _ statement: Statement, _ arguments: StatementArguments, _ store: String, _ seals: ColumnSeals,
        _ value: (inout ListingReader) throws -> Value
    ) throws -> [Value] {
        try statement.setArguments(arguments)
        var reader = ListingReader(statement.sqliteStatement, store, seals)
        return try statement.steps { _ in try value(&reader) }
    }

    private init(_ statement: SQLiteStatement, _ store: String, _ seals: ColumnSeals) {
        (self.statement, self.store, self.seals) = (statement, store, seals)
    }

    private mutating func stored() throws -> StoredListing {
        let chainBytes = buffer(5)
        if !chainBytes.elementsEqual(chain) { chain = Array(chainBytes) }
        return StoredListing(
            listing: try listing(), revision: Int(integer(2)), chain: chain, slot: Int(integer(6)),
            card: Array(buffer(7)), sealed: Array(buffer(8)))
    }

    private func listing() throws -> Listing {
        let (position, start) = (Int(integer(0)), Instant(milliseconds: integer(1)))
        let item = try seals.open(
            String(cString: sqlite3_column_text(statement, 4)),
            of: StoredListing.itemColumn(of: store, start, position, Int(integer(2))))
        return Listing(position: position, start: start, seconds: Int(integer(3)), item: item)
    }

    private func integer(_ column: CInt) -> Int64 { sqlite3_column_int64(statement, column) }

    /// SQLite's own bytes, which are valid until the next row. Its pointer to none is null.
    private func buffer(_ column: CInt) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(
            start: sqlite3_column_blob(statement, column), count: Int(sqlite3_column_bytes(statement, column)))
    }
}
