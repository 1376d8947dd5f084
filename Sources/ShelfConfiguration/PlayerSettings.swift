package import ShelfModel

/// How players come in, and what they come in with.
package struct PlayerSettings: Hashable, Sendable {
    /// What a new player is given, by currency.
    package var welcome: [String: Int64]
    /// How long a token is good.
    package var token: TimeSpan
    /// How long a refresh token is good; each refresh begins it anew.
    package var refresh: TimeSpan

    package init(welcome: [String: Int64] = [:], token: TimeSpan = .minutes(15), refresh: TimeSpan = .days(60)) {
        self.welcome = welcome
        self.token = token
        self.refresh = refresh
    }
}

/// How often requests that cost something may come, a second; for a moment four times that.
package struct LimitSettings: Hashable, Sendable {
    /// From one address.
    package var address: Int64
    /// From one player.
    package var player: Int64

    package init(address: Int64 = 50, player: Int64 = 20) {
        self.address = address
        self.player = player
    }
}
