/// Whom an invitation is for.
public enum Addressee: Hashable, Sendable {
    /// Who has this friend code, such as `7ZK4-09QX-M2HD-V8CE-R`.
    case code(String)
    /// Who has or had this place, from 1 on, in a match in which the player has or had one, too.
    case place(Int, match: String)
}
