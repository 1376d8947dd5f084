import ShelfModel
import ShelfWire

extension Problem {
    /// Makes the problem that tells an invited player why there is no way in.
    init(_ refusal: InvitationRefusal) {
        switch refusal {
        case .full: self = .conflict(.matchFull, "Match full", "All places of the match are taken.")
        case .closed: self = .conflict(.matchClosed, "Match closed", "The match takes no more players, or is over.")
        case .inviterGone:
            self = .conflict(
                .inviterGone, "Inviter gone", "The inviter has left the match, or taken the invitation back.")
        case .superseded:
            self = .conflict(
                .invitationSuperseded, "Superseded", "The same player has sent a newer invitation; answer that one.")
        case .expired:
            self = .conflict(.invitationExpired, "Expired", "The invitation isn't good any more; ask for another one.")
        case .tooManyMatches: self = .tooManyMatches
        case .notFound: self = .notFound
        }
    }

    static let tooManyMatches = conflict(
        .tooMany, "Too many matches",
        "The player has a place in \(Match.mostOfPlayer) matches; leave or end one of them first.")

    static let tooManyInvitations = conflict(
        .tooMany, "Too many invitations",
        """
        \(InvitationFacts.mostSent) invitations wait for an answer, or \(InvitationFacts.mostOfPair) named the same player \
        within an hour; cancel one, or wait.
        """)

    static let tooManyLinks = conflict(
        .tooMany, "Too many links", "The match has \(MatchLink.mostOfMatch) links; delete one of them first.")

    static let tooManyBlocks = conflict(
        .tooMany, "Too many blocks", "The player has \(PlayerBlock.mostOfPlayer) blocks; delete one of them first.")

    static func movedMeanwhile(_ version: Int64) -> Problem {
        .conflict(
            .matchConflict, "Moved meanwhile",
            "The payload has version \(version) by now; read the match again, and move after that.")
    }
}
