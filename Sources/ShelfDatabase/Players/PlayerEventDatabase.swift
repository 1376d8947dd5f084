package import ShelfModel

/// Stores what has happened to players. The transaction that makes something happen adds the event, and locks the player,
/// so that a player's events are committed in the order of their numbers.
package protocol PlayerEventDatabase: Sendable {
    /// What has happened to a player since the event with a number.
    func history(of player: Int64, after number: Int64) async throws -> PlayerHistory

    /// The players to whom something has happened since an instant, in their events or in their wallets.
    func touchedPlayers(since instant: Instant) async throws -> TouchedPlayers

    /// Deletes events from before an instant, except each player's last one.
    func forgetPlayerEvents(before instant: Instant) async throws
}

/// The players to whom something has happened.
package struct TouchedPlayers: Hashable, Sendable {
    /// The numbers of players' last events, by player.
    package let events: [Int64: Int64]
    /// The players of journal entries, by entry.
    package let entries: [Int64: Int64]

    package init(events: [Int64: Int64], entries: [Int64: Int64]) {
        (self.events, self.entries) = (events, entries)
    }
}
