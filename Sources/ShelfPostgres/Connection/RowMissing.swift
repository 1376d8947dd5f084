/// A row that a transaction has to change isn't there, so the transaction keeps nothing.
struct RowMissing: Error, Hashable, CustomStringConvertible {
    let table: String

    var description: String {
        "the database has no such row in \(table) any more; stop the server and restore a backup, or report this"
    }
}
