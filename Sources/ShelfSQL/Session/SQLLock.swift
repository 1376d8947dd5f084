/// What a transaction locks before it reads what it judges by. SQLite has one writer, which holds all of these; in
/// PostgreSQL each is a lock of its own, and docs/databases.md has their order.
package enum SQLLock: Hashable, Sendable {
    case content
    /// All files and their parts.
    case files
    /// What is added to a store, and changed in it.
    case store(String)
    case everyStore
    case withdrawals
    /// What servers know of each other's wrapping keys.
    case wrappingKeys
    /// A key of an operator, which postings and reversals share.
    case key(String, by: String)
    /// The account of a transaction of the App Store.
    case topUp(String)
    /// Players' wallets, goods and orders. Numbers that no player has are left out.
    case players([Int64])
    case tokenFamily(Int64)
    /// A match, its places, and the invitations and links into it, by the match's id.
    case match([UInt8])
}
