package import ShelfModel

/// What one device is told of its player.
package enum PlayerNotice: Hashable, Sendable {
    case event(PlayerEvent, id: String)
    /// More has happened than can be told, so the device should read everything.
    case anew(id: String)
    /// What the wallet holds now.
    case wallet(currency: String, balance: Int64)
}

/// What one device has been told of its player.
package struct PlayerTold: Hashable, Sendable {
    package let player: Int64
    /// The number of the last event; `nil` when the device knows of none.
    package var number: Int64?
    package var balances: [String: Int64] = [:]

    package init(player: Int64, number: Int64?) {
        (self.player, self.number) = (player, number)
    }
}
