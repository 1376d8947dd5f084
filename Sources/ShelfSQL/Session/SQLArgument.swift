package import ShelfModel

/// What a statement takes as an argument.
package protocol SQLArgument: Sendable {
    var sqlValue: SQLValue { get }
}

extension SQLValue: SQLArgument {
    package var sqlValue: SQLValue { self }
}

extension Int64: SQLArgument {
    package var sqlValue: SQLValue { .integer(self) }
}

extension Int: SQLArgument {
    package var sqlValue: SQLValue { .integer(Int64(self)) }
}

extension String: SQLArgument {
    package var sqlValue: SQLValue { .text(self) }
}

extension Array: SQLArgument where Element == UInt8 {
    package var sqlValue: SQLValue { .bytes(self) }
}

extension Instant: SQLArgument {
    package var sqlValue: SQLValue { .integer(milliseconds) }
}

extension TimeSpan: SQLArgument {
    package var sqlValue: SQLValue { .integer(milliseconds) }
}

extension Optional: SQLArgument where Wrapped: SQLArgument {
    package var sqlValue: SQLValue { self?.sqlValue ?? .null }
}
