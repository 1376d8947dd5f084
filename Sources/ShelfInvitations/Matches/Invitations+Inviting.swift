import ShelfWire

extension Invitations {
    /// What has come and what was sent: what is open, and what has ended within a day.
    public func inbox() async throws(InvitationError) -> Inbox {
        try await send(MatchRequest(.invitations))
    }

    /// Invites somebody to a match. The answer is the same whether or not it reaches anybody.
    ///
    /// - Parameters:
    ///   - addressee: whom it is for.
    ///   - match: the id of a match in which the player has a place.
    ///   - seconds: for how many seconds it is good, from 60 to 604,800; an hour unless given.
    public func invite(
        _ addressee: Addressee, to match: String, expiresIn seconds: Int? = nil
    ) async throws(InvitationError) -> SentInvitation {
        let body =
            switch addressee {
            case .code(let code): InvitationRequest(code: code, expiresIn: seconds)
            case .place(let place, let other): InvitationRequest(match: other, place: place, expiresIn: seconds)
            }
        return try await send(MatchRequest(.invitationSending, [match], body: body, key: Self.newKey()))
    }

    /// Accepts an invitation that came.
    ///
    /// - Returns: the match, in which the player has a place now.
    /// - Throws: why there is no way in, such as ``InvitationError/matchFull``.
    public func accept(_ invitation: String) async throws(InvitationError) -> Match {
        try await send(MatchRequest(.invitationAcceptance, [invitation]))
    }

    /// Declines an invitation that came. For an hour nothing more of its sender is shown, who learns that it was
    /// declined.
    public func decline(_ invitation: String) async throws(InvitationError) {
        let _: Acknowledgement = try await send(MatchRequest(.invitationRefusal, [invitation]))
    }

    /// Takes back an invitation that the player has sent and nobody has answered.
    public func cancel(_ invitation: String) async throws(InvitationError) {
        let _: Acknowledgement = try await send(MatchRequest(.invitationCancellation, [invitation]))
    }

    /// Those whose invitations the player doesn't want, the newest first.
    public func blocks() async throws(InvitationError) -> [PlayerBlock] {
        let answer: BlockList = try await send(MatchRequest(.blocks))
        return answer.blocks
    }

    /// Keeps somebody's invitations away, who isn't told. Blocking again gets the same block.
    public func block(_ who: Blocked) async throws(InvitationError) -> PlayerBlock {
        let body =
            switch who {
            case .invitation(let invitation): BlockRequest(invitation: invitation)
            case .place(let place, let match): BlockRequest(match: match, place: place)
            }
        return try await send(MatchRequest(.blocking, body: body))
    }

    /// Ends a block.
    public func unblock(_ block: String) async throws(InvitationError) {
        let _: Acknowledgement = try await send(MatchRequest(.blockDeletion, [block]))
    }
}

/// The answer to a request for all blocks.
private struct BlockList: Decodable, Sendable {
    let blocks: [PlayerBlock]
}
