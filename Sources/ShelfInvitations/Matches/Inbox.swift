/// What a player has been invited to, and whom the player has invited: what is open, and what has ended within a day.
public struct Inbox: Hashable, Sendable, Decodable {
    /// What came to the player, the newest first.
    public let received: [ReceivedInvitation]
    /// What the player has sent, the newest first.
    public let sent: [SentInvitation]
}
