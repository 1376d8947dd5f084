package import ShelfVault

/// How far the sealed rows have been gone through, table by table in the order of their keys.
package struct ResealingPlace: Hashable, Sendable {
    /// The number of the table.
    package let table: Int
    /// The primary key of the last row that was looked at; `nil` before the table's first row.
    package let key: [SealedColumn.KeyPart]?

    package init(table: Int, key: [SealedColumn.KeyPart]?) { (self.table, self.key) = (table, key) }

    package static let start = ResealingPlace(table: 0, key: nil)
}

/// What became of a batch of rows.
package struct ResealedRows: Hashable, Sendable {
    /// How many values were sealed anew.
    package let count: Int
    /// Where the next batch begins; `nil` when no row is left.
    package let next: ResealingPlace?

    package init(count: Int, next: ResealingPlace?) { (self.count, self.next) = (count, next) }
}
