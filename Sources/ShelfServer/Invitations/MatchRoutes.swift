import Hummingbird
import ShelfDatabase
import ShelfEngine
import ShelfModel
import ShelfWire

/// The routes for a player's matches.
struct MatchRoutes: GatedRoutes {
    let invitations: Invitations
    let timeline: Timeline

    func add(to router: GatedRouter) {
        router.on(.matches) { caller, _ in
            let matches = try await invitations.database.matches(of: caller.player)
            let now = timeline.now
            return MatchesAnswer(matches: matches.map { MatchAnswer($0, for: caller.player, at: now) })
        }
        router.on(.match) { caller, _ in
            guard let match = try await invitations.database.match(caller.names.bytes("match")),
                match.places.contains(where: { $0.player == caller.player })
            else { throw Problem.notFound }
            return MatchAnswer(match, for: caller.player, at: timeline.now)
        }
        router.on(.matchMaking, make)
        router.on(.matchMove, move)
        router.on(.matchLeaving) { caller, _ in
            let id = try caller.names.bytes("match")
            let left = try await invitations.change {
                try await $0.leave(id, player: caller.player, at: timeline.now)
            }
            guard let left else { throw Problem.notFound }
            return MatchAnswer(left, for: caller.player, at: timeline.now)
        }
    }

    private func make(_ caller: Gate.Caller, _ asked: NewMatchRequest) async throws -> MatchAnswer {
        let player = caller.player
        guard Match.sizes.contains(asked.size) else {
            throw Problem.badRequest(
                "size must be from \(Match.sizes.lowerBound) to \(Match.sizes.upperBound).")
        }
        let key = try caller.call.idempotencyKey()
        switch try await invitations.makeMatch(size: asked.size, for: player, key: key) {
        case .made(let match): return MatchAnswer(match, for: player, at: timeline.now)
        case .madeBefore(let match):
            guard match.size == asked.size else { throw Problem.keyReused }
            return MatchAnswer(match, for: player, at: timeline.now)
        case .tooMany: throw Problem.tooManyMatches
        }
    }

    private func move(_ caller: Gate.Caller, _ asked: MatchMoveRequest) async throws -> MatchAnswer {
        guard let payload = Base64URL.decode(asked.payload), payload.count <= Match.mostPayloadBytes else {
            throw Problem.badRequest("payload must be at most \(Match.mostPayloadBytes) bytes in base64url.")
        }
        guard asked.version >= 0 else { throw Problem.badRequest("version must be 0 or more.") }
        let move = MatchMove(
            match: try caller.names.bytes("match"), player: caller.player, version: asked.version, payload: payload,
            state: asked.state.map(Match.State.init), at: timeline.now)
        switch try await invitations.change({ try await $0.apply(move) }) {
        case .moved(let match): return MatchAnswer(match, for: caller.player, at: move.at)
        case .movedMeanwhile(let match): throw Problem.movedMeanwhile(match.version)
        case .over: throw Problem(InvitationRefusal.closed)
        case .noPlace: throw Problem.notFound
        }
    }
}

extension Limit {
    /// Payloads of matches that a player replaces.
    static let moves = Limit(.moves, of: .players) { _ in .perSecond(2) }
    /// Matches and links that a player makes.
    static let makings = Limit(.makings, of: .players) { _ in .perHour(300, atOnce: 100) }
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
