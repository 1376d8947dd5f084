/// Where a link leads. It tells nothing of the players there.
public struct LinkLook: Hashable, Sendable, Decodable {
    /// How many places the match has.
    public let size: Int
    /// How many of them are free.
    public let free: Int
    /// Whether there is a way in: open, full, closed, expired, or inviter gone after the link's maker has left the
    /// match or ended the link.
    public let state: ReceivedInvitation.State
    /// Until when the link is good, in milliseconds since 1970.
    public let expiresAtMs: Int64
}
