package import ShelfModel

/// Stores friend codes, invitations, links and blocks.
///
/// Each write is one transaction. It locks the match first, and then the players whom it concerns.
package protocol InvitationDatabase: Sendable {
    /// Keeps a friend code for a player who has none.
    ///
    /// - Returns: the player's code, which may be an earlier one.
    func keep(_ code: FriendCode, of player: Int64, at: Instant) async throws -> FriendCode

    /// Gives a player a new friend code. The one before reaches nobody any more.
    func renew(_ code: FriendCode, of player: Int64, at: Instant) async throws

    /// Stores an invitation, and settles those that it replaces.
    func invite(_ order: InvitationOrder) async throws -> InvitationOrder.Judgement

    /// What a player has sent and received, the newest first: what is pending, and what has ended within a day.
    func invitations(of player: Int64, at: Instant) async throws -> [ListedInvitation]

    /// Lets a player join the match of an invitation.
    func accept(_ invitation: [UInt8], by player: Int64, at: Instant) async throws
        -> Result<JoinedMatch, InvitationRefusal>

    /// - Returns: whether the player has received it, and it is declined now.
    func decline(_ invitation: [UInt8], by player: Int64, at: Instant) async throws -> Bool

    /// - Returns: whether the player has sent it, and it is taken back now.
    func cancel(_ invitation: [UInt8], by player: Int64, at: Instant) async throws -> Bool

    /// Stores a link, unless it is stored already.
    func add(_ link: MatchLink) async throws -> MatchLink.Judgement

    /// Ends a link. Its row stays until it would have expired, so that a request that comes late doesn't make it again.
    ///
    /// - Returns: whether the player had made the link.
    func end(link: [UInt8], by player: Int64, at: Instant) async throws -> Bool

    /// - Returns: a link and its match; `nil` when there is no such link any more.
    func link(_ id: [UInt8]) async throws -> (link: MatchLink, match: Match)?

    /// Lets a player join the match of a link.
    func accept(link: [UInt8], by player: Int64, at: Instant) async throws -> Result<JoinedMatch, InvitationRefusal>

    /// Keeps a player from being invited by another one. What the other has sent isn't shown any more.
    ///
    /// - Parameter id: a new block's. One that there is already keeps its own.
    func block(_ target: BlockTarget, by player: Int64, id: [UInt8], at: Instant) async throws -> BlockAnswer

    /// A player's blocks, the newest first.
    func blocks(of player: Int64) async throws -> [PlayerBlock]

    /// - Returns: whether the player had such a block.
    func delete(block: [UInt8], by player: Int64) async throws -> Bool

    /// Ends all pending invitations and links of a player.
    ///
    /// - Parameter audit: makes the entry for the audit log from their number; `nil` where there is no such player.
    /// - Returns: how many there were; `nil` where there is no such player.
    func endInvitations(of player: Int64, at: Instant, audit: @escaping @Sendable (Int?) -> AuditEntry?) async throws
        -> Int?
}

/// An invitation, and the match as it is now.
package struct ListedInvitation: Hashable, Sendable {
    package let invitation: Invitation
    /// `nil` where it is gone.
    package let match: Match?

    package init(invitation: Invitation, match: Match?) {
        (self.invitation, self.match) = (invitation, match)
    }
}

/// How a player names another one who is to be blocked.
package enum BlockTarget: Hashable, Sendable {
    /// Who has sent this invitation to the player.
    case invitation([UInt8])
    /// Who has, or had, this place in a match in which the player has or had one, too.
    case place(Int, match: [UInt8])
}

package enum BlockAnswer: Hashable, Sendable {
    case blocked(PlayerBlock)
    /// The player doesn't know such a player, or it is the player itself.
    case notFound
    /// The player has ``ShelfModel/PlayerBlock/mostOfPlayer`` blocks.
    case tooMany
}
