import ShelfModel
import ShelfWire

extension ListingChangeConfirmation {
    /// What the operator must know about the cards that were there before.
    var warnings: [String] {
        guard listings > 0 else { return [] }
        let until = RFC3339.text(Instant(milliseconds: givenOutUntilMs))
        return [
            """
            Windows have given out the former cards of what starts before \(until): who kept one can open it once its \
            key is released, and nobody can buy it.
            """
        ]
    }
}
