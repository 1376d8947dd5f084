/// A match that a player has joined.
package struct JoinedMatch: Hashable, Sendable {
    package let match: Match
    /// The player's place, from 1 on.
    package let place: Int

    package init(match: Match, place: Int) {
        (self.match, self.place) = (match, place)
    }
}
