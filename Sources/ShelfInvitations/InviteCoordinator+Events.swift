extension InviteCoordinator {
    /// What the app tells.
    public enum Event: Hashable, Sendable {
        /// The app has started and is on screen.
        case launched
        /// The app isn't on screen any more.
        case didEnterBackground
        /// The app comes back. Nobody counts as authenticated before ``playerChanged(to:)`` has come after it, also
        /// when it is the same player as before.
        case willEnterForeground
        /// This player is authenticated, or nobody is. It does no harm to tell the same more than once.
        case playerChanged(to: String?)
        /// An invite has come, by whatever way, and perhaps not for the first time.
        case invited(Invite)
        /// A matchmaker is on screen that the game has opened by itself, without an invite. Its id is the game's own.
        case opened(id: String)
        /// What ``Effect/present(_:)`` asked for is on screen.
        case presented(id: String)
        /// What ``Effect/present(_:)`` asked for isn't on screen and won't be.
        case presentationFailed(id: String)
        /// A matchmaker is gone from the screen: the player has closed it, or ``Effect/dismiss(id:)`` is completed.
        case dismissed(id: String)
        /// A match of the game has begun.
        case matchStarted
        /// The match is over.
        case matchEnded
        /// The invite stands no longer: its sender has taken it back, or the player would rather go on with the
        /// match.
        case cancelled(id: String)
        /// The instant of ``Effect/wake(atMs:)`` has come.
        case timerDue
    }
}
