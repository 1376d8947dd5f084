package import ShelfModel

/// What new players are given, and how long signing in lasts.
package struct PlayerSettings: Hashable, Sendable {
    /// What a new player is given, by currency.
    package var welcome: [String: Int64]
    /// How long a token is valid.
    package var token: TimeSpan
    /// How long a refresh token is valid. Each refresh gives another, for the whole time again.
    package var refresh: TimeSpan

    package init(welcome: [String: Int64] = [:], token: TimeSpan = .minutes(15), refresh: TimeSpan = .days(60)) {
        self.welcome = welcome
        self.token = token
        self.refresh = refresh
    }
}

/// How many requests and connections the server takes.
package struct LimitSettings: Hashable, Sendable {
    /// How many costly requests a second one address may send. A burst may be four times as large.
    package var address: Int64
    /// The same from one player.
    package var player: Int64
    /// Open connections in all; `nil` for ``usualConnections``, or fewer where the system allows the process fewer.
    package var connections: Int64?
    /// The most open connections from one address. Ignored behind a proxy, where all connections come from the proxy's
    /// address.
    package var connectionsPerAddress: Int64
    /// How many players may be created from one address in an hour. They may all be created at once.
    package var newPlayersPerAddress: Int64
    /// How many orders a second may come from one address, whichever players send them. A burst may be four times as
    /// large.
    package var ordersPerAddress: Int64

    /// Room for ten thousand players who each have a key stream and a player's stream, and for what they ask besides.
    package static let usualConnections: Int64 = 24_000

    package init(
        address: Int64 = 50, player: Int64 = 20, connections: Int64? = nil, connectionsPerAddress: Int64 = 1000,
        newPlayersPerAddress: Int64 = 60, ordersPerAddress: Int64 = 200
    ) {
        self.address = address
        self.player = player
        self.connections = connections
        self.connectionsPerAddress = connectionsPerAddress
        self.newPlayersPerAddress = newPlayersPerAddress
        self.ordersPerAddress = ordersPerAddress
    }
}
