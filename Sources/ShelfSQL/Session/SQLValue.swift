/// A value that a statement takes as an argument.
package enum SQLValue: Hashable, Sendable {
    case null
    case integer(Int64)
    case flag(Bool)
    case text(String)
    case bytes([UInt8])
}
