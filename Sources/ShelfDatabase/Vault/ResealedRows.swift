/// What became of a batch of rows.
package struct ResealedRows: Hashable, Sendable {
    /// How many values were sealed anew.
    package let count: Int
    /// Where the next batch begins; `nil` when no row is left.
    package let next: ResealingPlace?

    package init(count: Int, next: ResealingPlace?) { (self.count, self.next) = (count, next) }
}
