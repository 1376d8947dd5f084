import HTTPTypes
import Hummingbird
import ShelfWire

extension RateLimits {
    /// Counts a request for the address it came from.
    ///
    /// - Throws: ``Problem`` when the address sends too many requests.
    func admit(_ request: Request, _ context: ShelfRequestContext) throws {
        try admit(network: network(of: request, context))
    }

    /// Counts a request for the network that it came from.
    ///
    /// - Throws: ``Problem`` when the network sends too many requests.
    func admit(network: String) throws {
        try pass(spend(network: network))
    }

    /// Counts an order against the limit of the network that it came from.
    ///
    /// - Throws: ``Problem`` when the network sends too many requests.
    func admitOrder(from network: String) throws {
        try pass(spend(orderFrom: network))
    }

    /// Counts a new player against the limit of the address that the request came from.
    ///
    /// - Parameter make: creates the player. When it throws, no player was created, and none is counted.
    /// - Throws: ``Problem`` when too many come from the address, and any error that `make` throws.
    func admitNewPlayer<Value>(
        _ request: Request, _ context: ShelfRequestContext, _ make: () async throws -> Value
    ) async throws -> Value {
        let network = network(of: request, context)
        if let seconds = spend(newPlayerFrom: network) { throw Problem.tooManyNewPlayers(seconds: seconds) }
        do {
            return try await make()
        } catch {
            giveBack(newPlayerFrom: network)
            throw error
        }
    }

    /// Counts a sign-in to the desk against the limit of the address that the request came from, unless it succeeds.
    ///
    /// - Parameter signIn: tells who signs in, or throws.
    /// - Throws: ``Problem`` when too many failed from the address, and any error that `signIn` throws.
    func admitSignIn<Value>(
        _ request: Request, _ context: ShelfRequestContext, _ signIn: () throws -> Value
    ) throws -> Value {
        let network = network(of: request, context)
        try pass(spend(signInFrom: network))
        let value = try signIn()
        giveBack(signInFrom: network)
        return value
    }

    /// Counts a request for a player.
    ///
    /// - Throws: ``Problem``, when the player asks too often.
    func admit(player: Int64) throws {
        try pass(spend(player: player))
    }

    /// Counts a player's new payload of a match.
    ///
    /// - Throws: ``Problem`` when the player sends too many.
    func admitMove(of player: Int64) throws {
        try pass(spend(moveOf: player))
    }

    /// Counts a match or a link that a player makes.
    ///
    /// - Throws: ``Problem`` when the player makes too many.
    func admitMaking(of player: Int64) throws {
        try pass(spend(makingOf: player))
    }

    /// Counts an invitation against the limit of the address that it came from.
    ///
    /// - Throws: ``Problem`` when the address sends too many.
    func admitInvitation(_ request: Request, _ context: ShelfRequestContext) throws {
        try pass(spend(invitationFrom: network(of: request, context)))
    }

    /// Counts a request that is refused to an admin.
    ///
    /// - Throws: ``Problem``, when the admin's token is refused too often.
    func admitRefusal(of admin: String) throws {
        try pass(spend(refusalOf: admin))
    }

    /// Counts a request by which an admin looks at something, unless it is refused.
    ///
    /// - Parameters:
    ///   - admin: the token's name; `nil` for a request that changes something, which isn't counted.
    ///   - look: returns what is seen, or throws.
    /// - Throws: ``Problem`` when the admin's token looks too often, and any error that `look` throws.
    func admitLook<Value>(_ admin: String?, _ look: () async throws -> Value) async throws -> Value {
        guard let admin else { return try await look() }
        try pass(spend(lookOf: admin))
        do {
            return try await look()
        } catch {
            giveBack(lookOf: admin)
            throw error
        }
    }

    private func pass(_ waitSeconds: Int64?) throws {
        if let waitSeconds { throw Problem.rateLimited(seconds: waitSeconds) }
    }

    /// The network of the client's address.
    func network(of request: Request, _ context: ShelfRequestContext) -> String {
        Network.of(address(of: request, context))
    }

    /// The client's address. Behind a proxy it is the last entry of `X-Forwarded-For`, which the proxy itself added.
    func address(of request: Request, _ context: ShelfRequestContext) -> String {
        address(in: request.headers[.xForwardedFor]) ?? context.remoteAddress?.ipAddress ?? ""
    }

    /// The client's address as a proxy gives it.
    ///
    /// - Parameter forwarded: the value of `X-Forwarded-For`.
    /// - Returns: `nil` without a proxy, and where it says nothing.
    func address(in forwarded: String?) -> String? {
        guard isBehindProxy, let last = forwarded?.split(separator: ",").last else { return nil }
        return Network.address(in: last.filter { $0 != " " })
    }
}

extension HTTPField.Name {
    fileprivate static let xForwardedFor = HTTPField.Name("X-Forwarded-For")!
}
