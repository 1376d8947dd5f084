import NIOCore
import ShelfConfiguration
import ShelfDatabase
import ShelfEngine
import ShelfModel
import ShelfWire

/// Every request with a token or a body passes the gate. It looks in this order: who asks, what they may do, the form of
/// the names in the path, the route's limit, its idempotency key, a place for heavy work, the body. Then the route's
/// handler gets the request, and judges values and what is there. An open route has no names, and its network's limit
/// is its only one. An admin is limited by looks and refusals.
///
/// The route's ``ShelfWire/Route/Terms`` say all of that. Players' origin and the desk have a gate each, which know
/// admins in different ways.
struct Gate: Sendable {
    let players: PlayerAuthentication
    let admins: any AdminAuthentication
    let limits: RateLimits
    let lanes: WorkLanes
    let database: any AuditDatabase
    let timeline: Timeline
    /// Names those who ask without a token that is known.
    let strangers: StrangerLog
    let looks = RecentLooks()

    init(
        players: PlayerAuthentication, admins: any AdminAuthentication, limits: RateLimits, lanes: WorkLanes,
        database: any AuditDatabase, timeline: Timeline
    ) {
        (self.players, self.admins, self.limits, self.lanes) = (players, admins, limits, lanes)
        (self.database, self.timeline) = (database, timeline)
        strangers = StrangerLog(timeline: timeline)
    }

    /// A player who has passed the gate.
    struct Caller: Sendable {
        let player: Int64
        /// When the player's token ends.
        let end: Instant
        let call: Call

        var names: PathNames { call.names }
    }

    /// Lets a call of anybody pass, which counts for its network.
    ///
    /// - Throws: ``Problem``; ``Unavailable`` for any other error of the handler.
    func pass<Body: Sendable, Value: Sendable>(
        _ call: Call, _ route: OpenRoute<Body>, _ handler: (Call, Body) async throws -> Value
    ) async throws -> Value {
        try limits.spend(.addresses, .network(call.network))
        let body = try await decoded(call, route, bytes(of: call))
        return try await available { try await handler(call, body) }
    }

    /// Lets a player's call pass.
    ///
    /// - Throws: ``Problem``; ``Unavailable`` for any other error of the handler.
    func pass<Body: Sendable, Value: Sendable>(
        _ call: Call, _ route: PlayerRoute<Body>, _ handler: (Caller, Body) async throws -> Value
    ) async throws -> Value {
        let (player, end) = try await players.session(ofToken: call.token, from: call.network)
        try call.names.check()
        if let limit = call.route.terms.limit.map({ limits[$0] }) {
            try limits.spend(limit, limit.counts == .players ? .player(player) : .network(call.network))
        }
        if call.route.terms.isKeyed { _ = try call.idempotencyKey() }
        let body = try await decoded(call, route, bytes(of: call))
        return try await available { try await handler(Caller(player: player, end: end, call: call), body) }
    }

    /// The bytes of a body, up to the length that the route takes.
    ///
    /// - Throws: ``Problem`` for a body of another type, one that is too long, and one that doesn't arrive completely.
    func bytes(of call: Call) async throws -> ByteBuffer {
        let expected = call.route.terms.body
        guard expected != .none else { return ByteBuffer() }
        try expected.check(type: call.body.type)
        return try await WholeBody.bytes(of: call.body, atMost: expected.bytesAtMost)
    }

    /// Decodes a body, and a long one off the event loops.
    func decoded<Caller, Body: Sendable>(
        _ call: Call, _ route: TypedRoute<Caller, Body>, _ bytes: ByteBuffer
    ) async throws -> Body {
        let decode = { @Sendable in try JSONBody.decoding { try bytes.withUnsafeReadableBytes(route.decode) } }
        guard bytes.readableBytes > Self.shortBytes else { return try decode() }
        return try await Task.detached { try decode() }.value
    }

    /// An event loop decodes bodies up to this length itself.
    private static let shortBytes = 65_536
}

extension Limit {
    /// Requests without a known token: sign-ins, refreshes, and those with a token that nobody has.
    static let addresses = Limit("addresses", of: .networks) { .perSecond($0.address) }
    /// All other requests, by their player.
    static let players = Limit("players", of: .players) { .perSecond($0.player) }
}
