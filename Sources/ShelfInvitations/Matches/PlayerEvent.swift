/// What happens to a player, as ``PlayerEvents`` tells it. A newer version may tell more.
public enum PlayerEvent: Hashable, Sendable {
    /// Something in the ``Inbox`` is another: read it.
    case invitations
    /// The match with this id is another: read it.
    case match(String)
    /// The wallet holds this much of a currency now, in its smallest unit. It comes once for each currency whenever the
    /// stream opens, too.
    case wallet(currency: String, balance: Int64)
    /// More may have happened than can be told: read everything.
    case anew
    /// The stream stands differently than before.
    case status(EventsStatus)
}
