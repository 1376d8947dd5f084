import CSQLite
import ShelfWire

/// A connection to a pack's file, which may come from a stranger: no SQL of the file is ever run.
final class SQLiteConnection {
    private let database: OpaquePointer

    enum Access {
        /// Nothing is locked or written, not even beside the file. The file mustn't change meanwhile.
        case immutable
        case creates
    }

    /// - Throws: ``ShelfWire/PackFault/storage(_:)``.
    init(_ path: String, _ access: Access) throws(PackFault) {
        var opened: OpaquePointer?
        let status =
            switch access {
            case .immutable:
                sqlite3_open_v2(
                    Self.address(of: path), &opened, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, nil)
            case .creates:
                sqlite3_open_v2(
                    path, &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, nil)
            }
        guard status == SQLITE_OK, let opened else {
            sqlite3_close_v2(opened)
            throw .storage("\(path): \(String(cString: sqlite3_errstr(status)))")
        }
        database = opened
        if access == .immutable { harden() }
    }

    deinit { sqlite3_close_v2(database) }

    /// What SQLite's own page on security advises for files of strangers (https://sqlite.org/security.html).
    private func harden() {
        for option in [SQLITE_DBCONFIG_DEFENSIVE] { _ = csqlite_set(database, option, 1) }
        for option in [
            SQLITE_DBCONFIG_TRUSTED_SCHEMA, SQLITE_DBCONFIG_ENABLE_TRIGGER, SQLITE_DBCONFIG_ENABLE_VIEW,
            SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, SQLITE_DBCONFIG_DQS_DML, SQLITE_DBCONFIG_DQS_DDL,
        ] {
            _ = csqlite_set(database, option, 0)
        }
        let limits: [(CInt, CInt)] = [
            (SQLITE_LIMIT_LENGTH, 1_000_000), (SQLITE_LIMIT_SQL_LENGTH, 100_000), (SQLITE_LIMIT_COLUMN, 100),
            (SQLITE_LIMIT_EXPR_DEPTH, 10), (SQLITE_LIMIT_COMPOUND_SELECT, 3), (SQLITE_LIMIT_VDBE_OP, 25_000),
            (SQLITE_LIMIT_FUNCTION_ARG, 8), (SQLITE_LIMIT_ATTACHED, 0), (SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 50),
            (SQLITE_LIMIT_VARIABLE_NUMBER, 10), (SQLITE_LIMIT_TRIGGER_DEPTH, 10),
        ]
        for (limit, value) in limits { sqlite3_limit(database, limit, value) }
    }

    /// Runs statements of ours.
    func run(_ sql: String) throws(PackFault) {
        guard sqlite3_exec(database, sql, nil, nil, nil) == SQLITE_OK else { throw fault }
    }

    func prepare(_ sql: String) throws(PackFault) -> SQLiteStatement {
        var statement: OpaquePointer?
        guard sqlite3_prepare_v3(database, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil) == SQLITE_OK,
            let statement
        else { throw fault }
        return SQLiteStatement(statement, of: self)
    }

    var fault: PackFault {
        let status = sqlite3_errcode(database)
        return status == SQLITE_CORRUPT || status == SQLITE_NOTADB || status == SQLITE_ERROR
            ? .unreadable : .storage(String(cString: sqlite3_errmsg(database)))
    }

    /// SQLite's address of a file that doesn't change while it is open.
    private static func address(of path: String) -> String {
        let plain = path.utf8.map { byte in
            let isPlain = (0x2D...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
            return isPlain || byte == 0x5F ? String(UnicodeScalar(byte)) : "%" + Hex.encode([byte])
        }
        return "file:\(plain.joined())?immutable=1"
    }
}
