/// A player's wish to replace a match's payload.
package struct MatchMove: Hashable, Sendable {
    package let match: [UInt8]
    package let player: Int64
    /// The version of the payload that the player has seen.
    package let version: Int64
    /// At most ``Match/mostPayloadBytes``.
    package let payload: [UInt8]
    /// What the match becomes with it; `nil` to leave its state. A closed match may be opened again.
    package let state: Match.State?
    package let at: Instant

    package init(
        match: [UInt8], player: Int64, version: Int64, payload: [UInt8], state: Match.State?, at: Instant
    ) {
        self.match = match
        self.player = player
        self.version = version
        self.payload = payload
        self.state = state
        self.at = at
    }

    package enum Judgement: Hashable, Sendable {
        case moved(Match)
        /// The payload was replaced since the player has seen it.
        case movedMeanwhile(Match)
        case over
        /// The player has no place in the match, or there is no such match.
        case noPlace
    }
}
