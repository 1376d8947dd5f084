/// A link by which anybody who has it may join a match.
package struct MatchLink: Hashable, Sendable {
    package static let secretLength = 16
    package static let idLength = 16
    package static let mostOfMatch = 4

    /// The first 16 bytes of the SHA-256 of the secret that the link carries. Only this is stored.
    package let id: [UInt8]
    package let match: [UInt8]
    package let from: Int64
    package let at: Instant
    package let expires: Instant
    /// When its maker has ended it; `nil` while it is good.
    package let ended: Instant?

    package init(
        id: [UInt8], match: [UInt8], from: Int64, at: Instant, expires: Instant, ended: Instant? = nil
    ) {
        self.id = id
        self.match = match
        self.from = from
        self.at = at
        self.expires = expires
        self.ended = ended
    }

    /// Lets a player join the match.
    ///
    /// - Parameter match: the player is given a place in it.
    /// - Returns: the place's number.
    package func accept(
        by player: Int64, joining match: inout Match, at instant: Instant
    ) throws(InvitationRefusal) -> Int {
        if let place = match.place(of: player) { return place.number }
        guard ended == nil, match.place(of: from) != nil else { throw .inviterGone }
        guard instant < expires else { throw .expired }
        return try match.join(player, at: instant)
    }

    package enum Judgement: Hashable, Sendable {
        case made(MatchLink)
        /// Another request had the same key.
        case keyReused
        /// The sender has no place in the match, or there is no such match.
        case noPlace
        case refused(InvitationRefusal)
        /// The match has ``mostOfMatch`` links that haven't expired.
        case tooMany
    }
}
