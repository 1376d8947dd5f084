import Hummingbird
import ShelfDatabase
import ShelfEngine
import ShelfModel
import ShelfWire

/// The routes for friend codes, and for what a player sends and receives.
struct InvitationRoutes: RouteSet {
    let invitations: Invitations
    let authentication: PlayerAuthentication
    let limits: RateLimits
    let timeline: Timeline

    func add(to router: some RouterMethods<ShelfRequestContext>) {
        router.on(.friendCode) { request, context in
            let player = try await authentication.player(of: request, context)
            let code = try await available { try await invitations.friendCode(of: player) }
            return try JSONBody.response(FriendCodeAnswer(code: code.text))
        }
        router.on(.friendCodeRenewal) { request, context in
            let player = try await authentication.player(of: request, context)
            let code = try await available { try await invitations.renewFriendCode(of: player) }
            return try JSONBody.response(FriendCodeAnswer(code: code.text))
        }
        router.on(.invitations) { request, context in
            let player = try await authentication.player(of: request, context)
            let now = timeline.now
            let all = try await available { try await invitations.database.invitations(of: player, at: now) }
            return try JSONBody.response(InvitationsAnswer(all, of: player, at: now))
        }
        router.on(.invitationSending) { request, context in
            let player = try await authentication.player(of: request, context)
            return try JSONBody.response(try await send(request, context, from: player))
        }
        addAnswers(to: router)
    }

    private func addAnswers(to router: some RouterMethods<ShelfRequestContext>) {
        router.on(.invitationAcceptance) { request, context in
            let player = try await authentication.player(of: request, context)
            let (id, now) = (try context.identifier("invitation"), timeline.now)
            let joined = try await available {
                try await invitations.change { try await $0.accept(id, by: player, at: now) }
            }
            return try JSONBody.response(MatchAnswer(try joined.told().match, for: player, at: now))
        }
        router.on(.invitationRefusal) { request, context in
            let player = try await authentication.player(of: request, context)
            let (id, now) = (try context.identifier("invitation"), timeline.now)
            guard
                try await available({ try await invitations.change { try await $0.decline(id, by: player, at: now) } })
            else {
                throw Problem.notFound
            }
            return try JSONBody.response(Acknowledgement())
        }
        router.on(.invitationCancellation) { request, context in
            let player = try await authentication.player(of: request, context)
            let (id, now) = (try context.identifier("invitation"), timeline.now)
            guard try await available({ try await invitations.change { try await $0.cancel(id, by: player, at: now) } })
            else {
                throw Problem.notFound
            }
            return try JSONBody.response(Acknowledgement())
        }
    }

    private func send(
        _ request: Request, _ context: ShelfRequestContext, from player: Int64
    ) async throws -> SentInvitation {
        let match = try context.identifier("match")
        let key = try IdempotencyKey.of(request)
        let asked = try await JSONBody.read(InvitationRequest.self, from: request)
        let (addressee, life) = (try asked.addressee(), try Invitation.life(ofSeconds: asked.expiresIn))
        // A code that nobody has counts as any other.
        try limits.admitInvitation(request, context)
        let judgement = try await available {
            try await invitations.invite(addressee, to: match, from: player, life: life, key: key)
        }
        switch judgement {
        case .sent(let invitation), .sentBefore(let invitation): return SentInvitation(invitation, at: timeline.now)
        case .noPlace: throw Problem.notFound
        case .refused(let refusal): throw Problem(refusal)
        case .tooMany: throw Problem.tooManyInvitations
        case .oneself: throw Problem.badRequest("The code is the player's own; ask a friend for theirs.")
        case .keyReused: throw Problem.keyReused
        }
    }
}

extension InvitationRequest {
    fileprivate func addressee() throws -> InvitationOrder.Addressee {
        switch (code, match, place) {
        case (let code?, nil, nil):
            guard let code = FriendCode(text: code) else {
                throw Problem.badRequest(
                    "code must be a friend code, 16 characters and a check digit; one of these is mistyped.")
            }
            return .code(code)
        case (nil, let match?, let place?):
            guard let id = Base64URL.decode(match), id.count == Match.idLength else { throw Problem.notFound }
            return .place(place, match: id)
        default: throw Problem.badRequest("Name whom to invite: by code, or by match and place.")
        }
    }
}

extension Invitation {
    static func life(ofSeconds seconds: Int?) throws -> TimeSpan {
        guard let seconds else { return usualLife }
        let least = lives.lowerBound.wholeSeconds
        let most = lives.upperBound.wholeSeconds
        guard (least...most).contains(Int64(seconds)) else {
            throw Problem.badRequest("expiresIn must be from \(least) to \(most) seconds.")
        }
        return .seconds(seconds)
    }
}

extension Result<JoinedMatch, InvitationRefusal> {
    /// - Throws: ``ShelfWire/Problem``.
    func told() throws -> JoinedMatch {
        switch self {
        case .success(let joined): return joined
        case .failure(let refusal): throw Problem(refusal)
        }
    }
}

extension InvitationsAnswer {
    fileprivate init(_ all: [ListedInvitation], of player: Int64, at instant: Instant) {
        self.init(
            received: all.filter { $0.invitation.reaches(player) }.map { ReceivedInvitation($0, at: instant) },
            sent: all.filter { $0.invitation.from == player }.map { SentInvitation($0.invitation, at: instant) })
    }
}

extension SentInvitation {
    init(_ invitation: Invitation, at instant: Instant) {
        self.init(
            invitation: Base64URL.encode(invitation.id), match: Base64URL.encode(invitation.match),
            state: State(invitation, at: instant), atMs: invitation.at.milliseconds,
            expiresAtMs: invitation.expires.milliseconds)
    }
}

extension SentInvitation.State {
    init(_ invitation: Invitation, at instant: Instant) {
        self =
            switch invitation.state {
            case .pending: invitation.isPending(at: instant) ? .sent : .expired
            case .accepted: .accepted
            case .declined: .declined
            case .cancelled: .cancelled
            case .superseded: .superseded
            case .ended: .expired
            }
    }
}

extension ReceivedInvitation {
    fileprivate init(_ listed: ListedInvitation, at instant: Instant) {
        let invitation = listed.invitation
        self.init(
            invitation: Base64URL.encode(invitation.id), state: State(listed, at: instant), size: listed.match?.size,
            free: listed.match?.freePlaces, atMs: invitation.at.milliseconds,
            expiresAtMs: invitation.expires.milliseconds)
    }
}

extension ReceivedInvitation.State {
    fileprivate init(_ listed: ListedInvitation, at instant: Instant) {
        let invitation = listed.invitation
        switch invitation.state {
        case .accepted: self = .accepted
        case .declined: self = .declined
        case .cancelled: self = .inviterGone
        case .superseded: self = .superseded
        case .ended: self = .expired
        case .pending:
            guard invitation.isPending(at: instant) else {
                self = .expired
                return
            }
            self = Self(joining: listed.match, invitedBy: invitation.from, at: instant)
        }
    }

    /// What would become of joining a match that is still to be joined.
    init(joining match: Match?, invitedBy inviter: Int64, at instant: Instant) {
        guard let match, !match.isOver(at: instant) else {
            self = .closed
            return
        }
        self =
            match.place(of: inviter) == nil
            ? .inviterGone : match.state != .open ? .closed : match.freePlaces == 0 ? .full : .open
    }
}
