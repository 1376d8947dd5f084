/// Why a player who was invited can't join.
package enum InvitationRefusal: Error, Hashable, Sendable {
    /// All places are taken.
    case full
    /// The match takes no more players, or is over.
    case closed
    /// The inviter has left the match, or has taken the invitation back.
    case inviterGone
    /// The inviter has invited the same player again since.
    case superseded
    case expired
    /// The player has a place in as many matches as a player may.
    case tooManyMatches
    /// There is no such invitation for this player, or it was declined.
    case notFound
}
