/// An invitation, as the invited player sees it. It doesn't say who has sent it.
public struct ReceivedInvitation: Hashable, Sendable, Identifiable, Decodable {
    /// Whether there is a way in, and why not. A newer server may have states that aren't named here.
    public struct State: RawRepresentable, Hashable, Sendable, Codable {
        /// The state as the server writes it.
        public let rawValue: String

        /// It can be accepted.
        public static let open = State(rawValue: "open")
        /// The player has accepted it.
        public static let accepted = State(rawValue: "accepted")
        /// The player has declined it.
        public static let declined = State(rawValue: "declined")
        /// It isn't good any more.
        public static let expired = State(rawValue: "expired")
        /// The same player has sent a newer one.
        public static let superseded = State(rawValue: "superseded")
        /// All places of the match are taken.
        public static let full = State(rawValue: "full")
        /// The match takes no more players, or is over.
        public static let closed = State(rawValue: "closed")
        /// The inviter has left the match, or taken the invitation back.
        public static let inviterGone = State(rawValue: "inviter_gone")

        /// Makes a state from what the server writes.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }
    }

    /// By which the server knows it.
    public let id: String
    /// Whether it can be accepted.
    public let state: State
    /// How many places the match has; `nil` where it is gone.
    public let size: Int?
    /// How many of them are free; `nil` where the match is gone.
    public let free: Int?
    /// When it was sent, in milliseconds since 1970.
    public let atMs: Int64
    /// Until when it is good, in milliseconds since 1970.
    public let expiresAtMs: Int64

    private enum CodingKeys: String, CodingKey {
        case id = "invitation"
        case state, size, free, atMs, expiresAtMs
    }
}
