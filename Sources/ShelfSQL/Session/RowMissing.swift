/// A row that must be there isn't. Nothing of the transaction is kept.
package struct RowMissing: Error, Hashable, CustomStringConvertible {
    private let table: String

    package init(table: String) {
        self.table = table
    }

    package var description: String {
        "the database has no such row in \(table) any more; stop the server and restore a backup, or report this"
    }
}
