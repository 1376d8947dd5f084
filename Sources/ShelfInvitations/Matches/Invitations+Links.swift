import ShelfWire

extension Invitations {
    /// Makes a link into a match, for as many players as there are places.
    ///
    /// - Parameters:
    ///   - match: the id of a match in which the player has a place.
    ///   - seconds: for how many seconds it is good, from 60 to 604,800; an hour unless given.
    public func newLink(to match: String, expiresIn seconds: Int? = nil) async throws(InvitationError) -> MatchLink {
        let body = LinkRequest(expiresIn: seconds)
        return try await send(MatchRequest(.linkMaking, [match], body: body, key: Self.newKey()))
    }

    /// Ends a link that the player has made.
    ///
    /// - Parameter link: its ``MatchLink/id``.
    public func endLink(_ link: String) async throws(InvitationError) {
        let _: Acknowledgement = try await send(MatchRequest(.linkDeletion, [link]))
    }

    /// Looks where a link leads. It needs no player, and joins nothing.
    ///
    /// - Parameter secret: the link's ``MatchLink/secret``.
    public func look(_ secret: String) async throws(InvitationError) -> LinkLook {
        let request = try MatchRequest(.linkLook, body: LinkSecretRequest(secret: secret))
        var failures = 0
        return try await judged(failures: &failures) { [server] in
            try await server.answer(to: request, token: nil)
        }
    }

    /// Joins the match to which a link leads. Let a person press a button first.
    ///
    /// - Parameter secret: the link's ``MatchLink/secret``.
    /// - Returns: the match, in which the player has a place now.
    /// - Throws: why there is no way in, such as ``InvitationError/matchFull``.
    public func join(_ secret: String) async throws(InvitationError) -> Match {
        try await send(MatchRequest(.linkAcceptance, body: LinkSecretRequest(secret: secret)))
    }
}
