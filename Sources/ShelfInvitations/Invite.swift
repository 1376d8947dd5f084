/// An invitation to a match, as far as its way to the screen is concerned.
///
/// What else belongs to it, such as Game Center's object, the game keeps by its id.
public struct Invite: Hashable, Sendable {
    /// Tells it from all others. The same id that comes twice is the same invite.
    public let id: String
    /// The player whom it is for. It is shown to nobody else.
    public let player: String
    /// What it brings.
    public let kind: Kind
    /// From this instant on it isn't shown any more, in milliseconds of the clock that ``InviteCoordinator`` is given;
    /// `nil` for never.
    public let expiresMs: Int64?

    /// Where an invite comes from.
    public enum Kind: Hashable, Sendable {
        /// The player has accepted somebody's invitation.
        case accepted
        /// The player wants a match with these others, and has said so outside the game.
        case requested(recipients: [String])
    }

    /// Makes an invite; ``kind`` is ``Kind/accepted`` and it never expires, unless given.
    public init(id: String, player: String, kind: Kind = .accepted, expiresMs: Int64? = nil) {
        (self.id, self.player, self.kind, self.expiresMs) = (id, player, kind, expiresMs)
    }

    func isExpired(at nowMs: Int64) -> Bool { expiresMs.map { $0 <= nowMs } ?? false }
}
