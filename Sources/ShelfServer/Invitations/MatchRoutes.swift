import Hummingbird
import ShelfDatabase
import ShelfEngine
import ShelfModel
import ShelfWire

/// The routes for a player's matches.
struct MatchRoutes: RouteSet {
    let invitations: Invitations
    let authentication: PlayerAuthentication
    let limits: RateLimits
    let timeline: Timeline

    func add(to router: some RouterMethods<ShelfRequestContext>) {
        router.on(.matches) { request, context in
            let player = try await authentication.player(of: request, context)
            let matches = try await available { try await invitations.database.matches(of: player) }
            let now = timeline.now
            return try JSONBody.response(MatchesAnswer(matches: matches.map { MatchAnswer($0, for: player, at: now) }))
        }
        router.on(.match) { request, context in
            let player = try await authentication.player(of: request, context)
            let id = try context.identifier("match")
            guard let match = try await available({ try await invitations.database.match(id) }),
                match.places.contains(where: { $0.player == player })
            else { throw Problem.notFound }
            return try JSONBody.response(MatchAnswer(match, for: player, at: timeline.now))
        }
        router.on(.matchMaking) { request, context in
            let player = try await authentication.player(of: request, context)
            return try JSONBody.response(try await make(request, for: player))
        }
        router.on(.matchMove) { request, context in
            let player = try await authentication.player(of: request, context)
            return try JSONBody.response(try await move(request, context, by: player))
        }
        router.on(.matchLeaving) { request, context in
            let player = try await authentication.player(of: request, context)
            let id = try context.identifier("match")
            let left = try await available {
                try await invitations.change { try await $0.leave(id, player: player, at: timeline.now) }
            }
            guard let left else { throw Problem.notFound }
            return try JSONBody.response(MatchAnswer(left, for: player, at: timeline.now))
        }
    }

    private func make(_ request: Request, for player: Int64) async throws -> MatchAnswer {
        let key = try IdempotencyKey.of(request)
        let asked = try await JSONBody.read(NewMatchRequest.self, from: request)
        guard Match.sizes.contains(asked.size) else {
            throw Problem.badRequest(
                "size must be from \(Match.sizes.lowerBound) to \(Match.sizes.upperBound).")
        }
        try limits.admitMaking(of: player)
        switch try await available({ try await invitations.makeMatch(size: asked.size, for: player, key: key) }) {
        case .made(let match): return MatchAnswer(match, for: player, at: timeline.now)
        case .madeBefore(let match):
            guard match.size == asked.size else { throw Problem.keyReused }
            return MatchAnswer(match, for: player, at: timeline.now)
        case .tooMany: throw Problem.tooManyMatches
        }
    }

    private func move(_ request: Request, _ context: ShelfRequestContext, by player: Int64) async throws -> MatchAnswer
    {
        let id = try context.identifier("match")
        let asked = try await JSONBody.read(MatchMoveRequest.self, from: request)
        guard let payload = Base64URL.decode(asked.payload), payload.count <= Match.mostPayloadBytes else {
            throw Problem.badRequest("payload must be at most \(Match.mostPayloadBytes) bytes in base64url.")
        }
        guard asked.version >= 0 else { throw Problem.badRequest("version must be 0 or more.") }
        try limits.admitMove(of: player)
        let move = MatchMove(
            match: id, player: player, version: asked.version, payload: payload,
            state: asked.state.map(Match.State.init), at: timeline.now)
        switch try await available({ try await invitations.change { try await $0.apply(move) } }) {
        case .moved(let match): return MatchAnswer(match, for: player, at: move.at)
        case .movedMeanwhile(let match): throw Problem.movedMeanwhile(match.version)
        case .over: throw Problem(InvitationRefusal.closed)
        case .noPlace: throw Problem.notFound
        }
    }
}

extension ShelfRequestContext {
    /// An id in the path: 16 bytes in base64url.
    ///
    /// - Throws: ``ShelfWire/Problem``, as for an id that doesn't exist.
    func identifier(_ name: String) throws -> [UInt8] {
        guard let bytes = Base64URL.decode(try parameters.require(name)), bytes.count == 16 else {
            throw Problem.notFound
        }
        return bytes
    }
}

extension MatchAnswer {
    init(_ match: Match, for player: Int64, at instant: Instant) {
        let places = (1...match.size).map { number in
            let place = match.places.first { $0.number == number }
            return Place(place: number, state: place.map { $0.left == nil ? .taken : .left } ?? .free)
        }
        self.init(
            match: Base64URL.encode(match.id), size: match.size, state: State(match, at: instant),
            place: match.place(of: player)?.number, places: places, version: match.version,
            payload: Base64URL.encode(match.payload), createdAtMs: match.created.milliseconds,
            changedAtMs: match.changed.milliseconds)
    }
}

extension MatchAnswer.State {
    init(_ match: Match, at instant: Instant) {
        self =
            switch match.isOver(at: instant) ? .ended : match.state {
            case .open: .open
            case .closed: .closed
            case .ended: .ended
            }
    }
}

extension Match.State {
    fileprivate init(_ state: MatchAnswer.State) {
        self =
            switch state {
            case .open: .open
            case .closed: .closed
            case .ended: .ended
            }
    }
}
