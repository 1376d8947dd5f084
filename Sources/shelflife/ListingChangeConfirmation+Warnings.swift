import ShelfModel
import ShelfWire

extension ListingChangeConfirmation {
    /// What the operator must know about the cards that were there before.
    var warnings: [String] {
        guard listings > 0 else { return [] }
        let until = RFC3339.text(Instant(milliseconds: givenOutUntilMs))
        return [
            """
            Players' devices already hold the former cards of what starts before \(until), still sealed: nobody can \
            buy them, but somebody may read one when its time comes.
            """
        ]
    }
}
