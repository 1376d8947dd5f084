/// Makes a store draw with other random numbers whatever starts at or after an instant.
package struct Redraw: Hashable, Sendable {
    /// Counts up; the highest number holds. A number is never used again, so that no two redraws have the same random
    /// numbers.
    package let number: Int64
    package let from: Instant

    package init(number: Int64, from: Instant) {
        self.number = number
        self.from = from
    }
}
