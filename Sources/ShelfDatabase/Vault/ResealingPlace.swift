package import ShelfVault

/// How far the sealed rows have been gone through, table by table in the order of their keys.
package struct ResealingPlace: Hashable, Sendable {
    /// The table's index in the list of tables with sealed columns.
    package let table: Int
    /// The primary key of the last row that was looked at; `nil` before the table's first row.
    package let key: [SealedColumn.KeyPart]?

    package init(table: Int, key: [SealedColumn.KeyPart]?) { (self.table, self.key) = (table, key) }

    package static let start = ResealingPlace(table: 0, key: nil)
}
