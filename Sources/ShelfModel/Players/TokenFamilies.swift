/// Limits the token families of a player. Each device has one, and so has each sign-in whose answer was lost.
package enum TokenFamilies {
    /// The most families that one player can have.
    package static let most = 16
    /// How many existing families are kept when a new one begins.
    package static let others = most - 1
}
