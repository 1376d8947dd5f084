/// A player's wish to invite another one into a match.
package struct InvitationOrder: Hashable, Sendable {
    /// How the other player is named. No player ever learns another's number.
    package enum Addressee: Hashable, Sendable {
        case code(FriendCode)
        /// Who has, or had, a place in a match in which the sender has or had one, too.
        case place(Int, match: [UInt8])
    }

    /// 16 bytes, which nobody can guess. A repeated order has the same.
    package let id: [UInt8]
    package let match: [UInt8]
    package let from: Int64
    package let to: Addressee
    package let at: Instant
    package let expires: Instant

    package init(id: [UInt8], match: [UInt8], from: Int64, to: Addressee, at: Instant, expires: Instant) {
        self.id = id
        self.match = match
        self.from = from
        self.to = to
        self.at = at
        self.expires = expires
    }

    package enum Judgement: Hashable, Sendable {
        case sent(Invitation)
        /// The order was repeated, and this is what became of it.
        case sentBefore(Invitation)
        /// The sender has no place in the match, or there is no such match or place.
        case noPlace
        case refused(InvitationRefusal)
        /// Too many of the sender's invitations wait for an answer, or named this addressee within an hour.
        case tooMany
        /// The code is the sender's own.
        case oneself
        /// Another order had the same id.
        case keyReused
    }
}
