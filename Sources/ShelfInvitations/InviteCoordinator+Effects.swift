extension InviteCoordinator {
    /// What the app is to do, in this order.
    public enum Effect: Hashable, Sendable {
        /// Listens for invites, for the player who is authenticated now.
        case setHandler
        /// Listens no longer.
        case removeHandler
        /// Takes this matchmaker from the screen, without animation, and tells ``Event/dismissed(id:)`` when that is
        /// completed. If there is nothing to take away, it is completed at once.
        case dismiss(id: String)
        /// Asks the game to end its match for this invite. It answers ``Event/matchEnded``, when it likes, or
        /// ``Event/cancelled(id:)``. If the invite is dropped meanwhile, the question is no longer open.
        case endMatch(for: Invite)
        /// Shows the matchmaker for this invite, and tells ``Event/presented(id:)`` or
        /// ``Event/presentationFailed(id:)``.
        case present(Invite)
        /// The invite has come to its end without the player closing it. Nothing more happens to it.
        case drop(Invite, DropReason)
        /// Sets the one timer to this instant, in milliseconds, in place of what was set before; `nil` stops it.
        case wake(atMs: Int64?)
    }

    /// Why an invite is dropped.
    public enum DropReason: String, CaseIterable, Hashable, Sendable {
        /// A newer one takes its place.
        case superseded
        /// Its ``Invite/expiresMs`` is over.
        case expired
        /// Another player than the one whom it is for is authenticated.
        case otherPlayer
        /// The game has said so, by ``Event/cancelled(id:)``.
        case cancelled
        /// Too many were waiting for a player to be authenticated, and this was the oldest.
        case queueFull
        /// The app has told ``Event/presentationFailed(id:)``.
        case presenterFailed
        /// The presenter didn't answer in ``InviteCoordinator/patienceMs``: it hasn't presented this invite, or hasn't
        /// dismissed what was in its way.
        case presenterSilent
    }
}
