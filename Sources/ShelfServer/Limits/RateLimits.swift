package import ShelfConfiguration
package import ShelfEngine
import ShelfModel

/// How often one address and one player may ask (`limits.address`, `limits.player`).
///
/// Sign-ins, refreshes, and requests with an unknown token count against the limit of their address; all others count
/// against the limit of their player. Each admin token has a limit of its own for requests that are refused, as high as
/// a player's, and one for those by which it looks at something, because they are written to the audit log. A person
/// may have many players, so new players and orders also count against limits of their address
/// (`limits.newPlayersPerAddress`, `limits.ordersPerAddress`).
package struct RateLimits: Sendable {
    private let timeline: Timeline
    let isBehindProxy: Bool
    private let addresses: RateLimiter<String>
    private let players: RateLimiter<Int64>
    private let newPlayers: RateLimiter<String>
    private let orders: RateLimiter<String>
    private let signIns: RateLimiter<String>
    private let refusals: RateLimiter<String>
    private let looks: RateLimiter<String>
    private let moves: RateLimiter<Int64>
    private let makings: RateLimiter<Int64>
    private let invitations: RateLimiter<String>

    /// How many failed sign-ins to the desk an hour may come from one network, all of them at once if need be.
    private static let failedSignIns: Int64 = 30
    private static let looksPerSecond: Int64 = 20
    private static let looksAtOnce: Int64 = 100
    /// How often a player may replace payloads of matches.
    private static let movesPerSecond: Int64 = 2
    /// How many matches and links an hour a player may make, and how many of them at once.
    private static let makingsPerHour: Int64 = 300
    private static let makingsAtOnce: Int64 = 100
    /// How many invitations an hour may come from one network, and how many of them at once.
    private static let invitationsPerHour: Int64 = 600
    private static let invitationsAtOnce: Int64 = 200

    package init(_ settings: LimitSettings, isBehindProxy: Bool, timeline: Timeline) {
        self.timeline = timeline
        self.isBehindProxy = isBehindProxy
        addresses = RateLimiter(perSecond: settings.address)
        players = RateLimiter(perSecond: settings.player)
        newPlayers = RateLimiter(
            settings.newPlayersPerAddress, in: .hours(1), atOnce: settings.newPlayersPerAddress)
        orders = RateLimiter(perSecond: settings.ordersPerAddress)
        refusals = RateLimiter(perSecond: settings.player)
        looks = RateLimiter(Self.looksPerSecond, in: .seconds(1), atOnce: Self.looksAtOnce)
        moves = RateLimiter(perSecond: Self.movesPerSecond)
        makings = RateLimiter(Self.makingsPerHour, in: .hours(1), atOnce: Self.makingsAtOnce)
        invitations = RateLimiter(Self.invitationsPerHour, in: .hours(1), atOnce: Self.invitationsAtOnce)
        signIns = RateLimiter(Self.failedSignIns, in: .hours(1), atOnce: Self.failedSignIns)
    }

    /// Puts limits in force that were read again. What was asked before counts on.
    func take(_ settings: LimitSettings) {
        addresses.allow(perSecond: settings.address)
        players.allow(perSecond: settings.player)
        newPlayers.allow(settings.newPlayersPerAddress, in: .hours(1), atOnce: settings.newPlayersPerAddress)
        orders.allow(perSecond: settings.ordersPerAddress)
        refusals.allow(perSecond: settings.player)
    }

    /// Counts a request for the network that it came from.
    ///
    /// - Parameter network: ``Network/of(_:)`` its address.
    /// - Returns: `nil` when the request is allowed, otherwise how many seconds to wait.
    func spend(network: String) -> Int64? { addresses.spend(network, nowUs: timeline.nowUs()) }

    /// Counts a request for a player.
    ///
    /// - Returns: `nil` when the request is allowed, otherwise how many seconds to wait.
    func spend(player: Int64) -> Int64? { players.spend(player, nowUs: timeline.nowUs()) }

    /// Counts a new player against the limit of the network that the request came from.
    ///
    /// - Returns: `nil` when the player may be created, otherwise how many seconds to wait.
    func spend(newPlayerFrom network: String) -> Int64? { newPlayers.spend(network, nowUs: timeline.nowUs()) }

    /// Takes back the count of a player who wasn't created after all.
    func giveBack(newPlayerFrom network: String) { newPlayers.giveBack(network) }

    /// Counts an order against the limit of the network that it came from.
    ///
    /// - Returns: `nil` when the request is allowed, otherwise how many seconds to wait.
    func spend(orderFrom network: String) -> Int64? { orders.spend(network, nowUs: timeline.nowUs()) }

    /// Counts a sign-in to the desk against the limit of the network that the request came from.
    ///
    /// - Returns: `nil` when it may be tried, otherwise how many seconds to wait.
    func spend(signInFrom network: String) -> Int64? { signIns.spend(network, nowUs: timeline.nowUs()) }

    /// Counts a player's new payload of a match.
    ///
    /// - Returns: `nil` when the request is allowed, otherwise how many seconds to wait.
    func spend(moveOf player: Int64) -> Int64? { moves.spend(player, nowUs: timeline.nowUs()) }

    /// Counts a match or a link that a player makes.
    ///
    /// - Returns: `nil` when the request is allowed, otherwise how many seconds to wait.
    func spend(makingOf player: Int64) -> Int64? { makings.spend(player, nowUs: timeline.nowUs()) }

    /// Counts an invitation against the limit of the network that it came from.
    ///
    /// - Returns: `nil` when the request is allowed, otherwise how many seconds to wait.
    func spend(invitationFrom network: String) -> Int64? { invitations.spend(network, nowUs: timeline.nowUs()) }

    /// Counts a refused request against the limit of the admin token that it came with.
    ///
    /// - Returns: `nil` when the refusal may be recorded, otherwise how many seconds to wait.
    func spend(refusalOf admin: String) -> Int64? { refusals.spend(admin, nowUs: timeline.nowUs()) }

    /// Counts a request by which an admin looks at something.
    ///
    /// - Returns: `nil` when it may look, otherwise how many seconds to wait.
    func spend(lookOf admin: String) -> Int64? { looks.spend(admin, nowUs: timeline.nowUs()) }

    /// Takes back the count of a look that was refused.
    func giveBack(lookOf admin: String) { looks.giveBack(admin) }

    /// Takes back the count of a sign-in that didn't fail.
    func giveBack(signInFrom network: String) { signIns.giveBack(network) }
}
