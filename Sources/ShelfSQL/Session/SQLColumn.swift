package import ShelfModel

/// What a column can be read as.
package protocol SQLColumn {
    /// - Returns: `nil` for NULL.
    static func read(_ column: Int, of row: some SQLRow) -> Self?
}

extension Int64: SQLColumn {
    package static func read(_ column: Int, of row: some SQLRow) -> Int64? { row.integer(at: column) }
}

extension Int: SQLColumn {
    package static func read(_ column: Int, of row: some SQLRow) -> Int? {
        row.integer(at: column).map(Int.init)
    }
}

extension Bool: SQLColumn {
    package static func read(_ column: Int, of row: some SQLRow) -> Bool? { row.flag(at: column) }
}

extension String: SQLColumn {
    package static func read(_ column: Int, of row: some SQLRow) -> String? { row.text(at: column) }
}

extension Array: SQLColumn where Element == UInt8 {
    package static func read(_ column: Int, of row: some SQLRow) -> [UInt8]? { row.bytes(at: column) }
}

extension TimeSpan: SQLColumn {
    package static func read(_ column: Int, of row: some SQLRow) -> TimeSpan? {
        row.integer(at: column).map { TimeSpan(milliseconds: $0) }
    }
}

extension Instant: SQLColumn {
    package static func read(_ column: Int, of row: some SQLRow) -> Instant? {
        row.integer(at: column).map { Instant(milliseconds: $0) }
    }
}
