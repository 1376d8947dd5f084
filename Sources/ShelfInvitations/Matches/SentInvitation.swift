/// An invitation, as its sender sees it. It looks the same whether or not it reaches anybody.
public struct SentInvitation: Hashable, Sendable, Identifiable, Decodable {
    /// What has become of an invitation. A newer server may have states that aren't named here.
    public struct State: RawRepresentable, Hashable, Sendable, Codable {
        /// The state as the server writes it.
        public let rawValue: String

        /// Nobody has answered it yet.
        public static let sent = State(rawValue: "sent")
        /// It was accepted.
        public static let accepted = State(rawValue: "accepted")
        /// It was declined.
        public static let declined = State(rawValue: "declined")
        /// The player has taken it back.
        public static let cancelled = State(rawValue: "cancelled")
        /// The player has sent a newer one.
        public static let superseded = State(rawValue: "superseded")
        /// Nobody has answered it in time.
        public static let expired = State(rawValue: "expired")

        /// Makes a state from what the server writes.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }
    }

    /// By which the server knows it.
    public let id: String
    /// The match to which it invites.
    public let match: String
    /// What has become of it.
    public let state: State
    /// When it was sent, in milliseconds since 1970.
    public let atMs: Int64
    /// Until when it is good, in milliseconds since 1970.
    public let expiresAtMs: Int64

    private enum CodingKeys: String, CodingKey {
        case id = "invitation"
        case match, state, atMs, expiresAtMs
    }
}
