/// A link into a match, for as many players as there are places.
public struct MatchLink: Hashable, Sendable, Identifiable, Decodable {
    /// By which its maker can end it.
    public let id: String
    /// What lets players in. It belongs into the fragment of an address, behind the `#`, which browsers send to no
    /// server. Nobody can read it again.
    public let secret: String
    /// Until when it is good, in milliseconds since 1970.
    public let expiresAtMs: Int64

    private enum CodingKeys: String, CodingKey {
        case id = "link"
        case secret, expiresAtMs
    }
}
