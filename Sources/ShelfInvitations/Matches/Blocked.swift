/// Whose invitations are not wanted.
public enum Blocked: Hashable, Sendable {
    /// Who has sent this invitation.
    case invitation(String)
    /// Who has or had this place, from 1 on, in a match in which the player has or had one, too.
    case place(Int, match: String)
}
