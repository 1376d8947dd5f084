/// One player's wish not to be invited by another one.
package struct PlayerBlock: Hashable, Sendable {
    package static let idLength = 16
    package static let mostOfPlayer = 500

    /// 16 random bytes, by which the player who blocks can end it.
    package let id: [UInt8]
    package let player: Int64
    package let blocked: Int64
    package let at: Instant

    package init(id: [UInt8], player: Int64, blocked: Int64, at: Instant) {
        (self.id, self.player, self.blocked, self.at) = (id, player, blocked, at)
    }
}
