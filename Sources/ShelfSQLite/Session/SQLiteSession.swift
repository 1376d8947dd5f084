import Foundation
import GRDB
import GRDBSQLite
import ShelfSQL
import ShelfVault

/// A connection of GRDB's, in a transaction.
struct SQLiteSession: SQLSession {
    let database: Database
    let seals: ColumnSeals

    /// The statement is compiled only once for each connection.
    @discardableResult
    func run(_ sql: String, _ arguments: [any SQLArgument]) throws -> Int {
        _ = try prepared(sql, arguments).steps { _ in }
        return database.changesCount
    }

    func rows(_ sql: String, _ arguments: [any SQLArgument]) throws -> [SQLiteRow] {
        let statement = try prepared(sql, arguments)
        let columns = statement.columnNames
        return try statement.steps { SQLiteRow($0, columns) }
    }

    func savepoint(_ body: () throws -> Bool) throws {
        try database.inSavepoint { try body() ? .commit : .rollback }
    }

    /// The transaction has locked the whole database before it read.
    func lock(_ lock: SQLLock) {}

    /// SQLite's own `SUM` would fail where the sum is greater than the greatest number.
    static func sum(_ amount: String) -> String {
        """
        CAST(MIN(SUM((\(amount)) >> 31) * 2147483648 + SUM((\(amount)) & 2147483647), 9223372036854775807) AS INTEGER)
        """
    }

    static func by(index: String) -> String { "INDEXED BY \(index)" }

    /// The numbers come from an index alone, so that no purchase is read that isn't wanted. Those of an item or a listing
    /// that aren't filed yet are among the last.
    static func newest(_ group: PurchaseGroup, before: String, limit: String) -> String {
        let filed: String
        switch group {
        case .player:
            return """
                purchase.id IN (
                    SELECT id FROM purchase WHERE \(group.condition) AND id < \(before) ORDER BY id DESC LIMIT \(limit))
                """
        case .item: filed = "item_purchase"
        case .listing: filed = "listing_purchase"
        }
        return """
            purchase.id IN (
                SELECT * FROM (
                    SELECT purchase FROM \(filed) WHERE \(group.condition) AND purchase < \(before)
                    ORDER BY purchase DESC LIMIT \(limit))
                UNION ALL
                SELECT id FROM purchase
                WHERE id > (SELECT until FROM filed) AND id < \(before) AND \(group.condition))
            """
    }

    /// The entries of payments are found by the player's purchases, of which some have none. A player's purchases and
    /// their payments are numbered in the same order.
    func entries(of player: Int64, before: Int64, limit: Int) throws -> [SQLiteRow] {
        var found = try rows(
            """
            SELECT * FROM entry WHERE player = $1 AND (purchase IS NULL OR amount > 0) AND id < $2
            ORDER BY id DESC LIMIT $3
            """, [player, before, limit])
        var (payments, last, isMore) = ([SQLiteRow](), try firstPurchase(of: player, paidFrom: before), true)
        while isMore, payments.count < limit {
            let page = try rows(
                """
                SELECT own.id AS own, entry.*
                FROM (SELECT id FROM purchase WHERE player = $1 AND id < $2 ORDER BY id DESC LIMIT $3) AS own
                LEFT JOIN entry ON entry.purchase = own.id AND entry.amount <= 0 ORDER BY own.id DESC
                """, [player, last, limit])
            payments += page.filter { row in (row["id"] as Int64?).map { $0 < before } ?? false }
            last = page.last?["own"] ?? 0
            isMore = page.count == limit
        }
        found += payments
        return found.sorted { $0["id"] as Int64 > $1["id"] as Int64 }.prefix(limit).map(\.self)
    }

    /// Finds the number of the player's first purchase whose payment is this entry or a later one, by a binary search.
    ///
    /// - Returns: `Int64.max` where there is none.
    private func firstPurchase(of player: Int64, paidFrom entry: Int64) throws -> Int64 {
        guard entry < Int64.max else { return Int64.max }
        let numbers = try rows("SELECT id FROM purchase WHERE player = $1 ORDER BY id", [player])
            .map { $0["id"] as Int64 }
        var unknown = numbers.indices
        while !unknown.isEmpty {
            let middle = unknown.lowerBound + unknown.count / 2
            if let (index, paid) = try payment(ofLast: unknown.lowerBound...middle, in: numbers), paid >= entry {
                unknown = unknown.lowerBound..<index
            } else {
                unknown = middle + 1..<unknown.upperBound
            }
        }
        return unknown.lowerBound < numbers.count ? numbers[unknown.lowerBound] : Int64.max
    }

    /// The last of some purchases that has a payment, and the payment's entry.
    private func payment(ofLast indices: ClosedRange<Int>, in purchases: [Int64]) throws -> (index: Int, entry: Int64)?
    {
        for index in indices.reversed() {
            let entry: Int64? = try value(
                "SELECT id FROM entry WHERE purchase = $1 AND amount <= 0", [purchases[index]])
            if let entry { return (index, entry) }
        }
        return nil
    }

    /// Pages that are free are left out: what comes next takes them.
    static let bytesOfDatabase = """
        SELECT (page_count - freelist_count) * page_size
        FROM pragma_page_count(), pragma_freelist_count(), pragma_page_size()
        """

    /// There is no other transaction that writes.
    static let skippingLocked = ""

    static func isUniqueViolation(_ error: any Error) -> Bool {
        guard let error = error as? DatabaseError else { return false }
        return [.SQLITE_CONSTRAINT_PRIMARYKEY, .SQLITE_CONSTRAINT_UNIQUE].contains(error.extendedResultCode)
    }

    /// Returns the greatest number in a table, or 0.
    func greatestNumber(in table: String) throws -> Int64 { try value("SELECT MAX(id) FROM \(table)") ?? 0 }

    /// To SQLite, `$1` is a name, and names are numbered in the order in which the statement first mentions them. So
    /// each argument goes where its name is.
    private func prepared(_ sql: String, _ arguments: [any SQLArgument]) throws -> Statement {
        let statement = try database.cachedStatement(sql: sql)
        let handle = statement.sqliteStatement
        sqlite3_reset(handle)
        for place in 0..<sqlite3_bind_parameter_count(handle) {
            guard let name = sqlite3_bind_parameter_name(handle, place + 1), case let number = atoi(name + 1),
                number > 0
            else { preconditionFailure("a statement calls its arguments $1, $2 and so on: \(sql)") }
            arguments[Int(number) - 1].sqlValue.bind(to: handle, at: place + 1)
        }
        return statement
    }
}

extension Statement {
    /// Runs the statement with SQLite's own functions, since GRDB's rows take longer than SQLite does.
    ///
    /// - Parameter value: reads a row.
    func steps<Value>(_ value: (SQLiteStatement) throws -> Value) throws -> [Value] {
        // Without its arguments, the statement doesn't keep the last window or file in memory.
        defer {
            sqlite3_reset(sqliteStatement)
            sqlite3_clear_bindings(sqliteStatement)
        }
        var values: [Value] = []
        while true {
            switch sqlite3_step(sqliteStatement) {
            case SQLITE_ROW: values.append(try value(sqliteStatement))
            case SQLITE_DONE: return values
            case SQLITE_INTERRUPT:
                // GRDB interrupts what a cancelled task does, and nothing else does.
                throw CancellationError()
            default:
                let connection = sqlite3_db_handle(sqliteStatement)
                throw DatabaseError(
                    resultCode: ResultCode(rawValue: sqlite3_extended_errcode(connection)),
                    message: String(cString: sqlite3_errmsg(connection)), sql: sql)
            }
        }
    }
}

extension SQLValue {
    /// - Parameter place: from 1 on.
    fileprivate func bind(to statement: SQLiteStatement, at place: CInt) {
        // SQLite copies the bytes.
        let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        switch self {
        case .null: sqlite3_bind_null(statement, place)
        case .integer(let number): sqlite3_bind_int64(statement, place, number)
        case .text(let text): sqlite3_bind_text(statement, place, text, -1, transient)
        case .bytes(let bytes):
            if bytes.isEmpty {
                sqlite3_bind_zeroblob(statement, place, 0)
            } else {
                sqlite3_bind_blob(statement, place, bytes, CInt(bytes.count), transient)
            }
        }
    }
}
