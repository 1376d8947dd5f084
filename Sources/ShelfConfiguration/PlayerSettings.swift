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

/// How much may come.
package struct LimitSettings: Hashable, Sendable {
    /// Requests that cost something, a second, from one address; for a moment four times that.
    package var address: Int64
    /// The same from one player.
    package var player: Int64
    /// Open connections.
    package var connections: Int64
    /// Open connections from one address, unless all come from a proxy's.
    package var connectionsPerAddress: Int64

    package init(
        address: Int64 = 50, player: Int64 = 20, connections: Int64 = 12_000, connectionsPerAddress: Int64 = 1000
    ) {
        self.address = address
        self.player = player
        self.connections = connections
        self.connectionsPerAddress = connectionsPerAddress
    }
}
