/// Somebody whose invitations the player doesn't want. It doesn't say who it is; keep a name beside its id.
public struct PlayerBlock: Hashable, Sendable, Identifiable, Decodable {
    /// By which it can be ended.
    public let id: String
    /// When it was made, in milliseconds since 1970.
    public let atMs: Int64

    private enum CodingKeys: String, CodingKey {
        case id = "block"
        case atMs
    }
}
