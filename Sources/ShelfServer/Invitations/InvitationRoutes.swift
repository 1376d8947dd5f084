import Hummingbird
import ShelfDatabase
import ShelfEngine
import ShelfModel
import ShelfWire

/// The routes for friend codes, and for what a player sends and receives.
struct InvitationRoutes: GatedRoutes {
    let invitations: Invitations
    let timeline: Timeline

    func add(to router: GatedRouter) {
        router.on(.friendCode) { caller, _ in
            try await FriendCodeAnswer(code: invitations.friendCode(of: caller.player).text)
        }
        router.on(.friendCodeRenewal) { caller, _ in
            try await FriendCodeAnswer(code: invitations.renewFriendCode(of: caller.player).text)
        }
        router.on(.invitations) { caller, _ in
            let now = timeline.now
            let all = try await invitations.database.invitations(of: caller.player, at: now)
            return InvitationsAnswer(all, of: caller.player, at: now)
        }
        router.on(.invitationSending, send)
        addAnswers(to: router)
    }

    private func addAnswers(to router: GatedRouter) {
        router.on(.invitationAcceptance) { caller, _ in
            let (id, now) = (try caller.names.bytes("invitation"), timeline.now)
            let joined = try await invitations.change { try await $0.accept(id, by: caller.player, at: now) }
            return try MatchAnswer(joined.told().match, for: caller.player, at: now)
        }
        router.on(.invitationRefusal) { caller, _ in
            let (id, now) = (try caller.names.bytes("invitation"), timeline.now)
            let isDeclined = try await invitations.change { try await $0.decline(id, by: caller.player, at: now) }
            guard isDeclined else { throw Problem.notFound }
            return Acknowledgement()
        }
        router.on(.invitationCancellation) { caller, _ in
            let (id, now) = (try caller.names.bytes("invitation"), timeline.now)
            let isCancelled = try await invitations.change { try await $0.cancel(id, by: caller.player, at: now) }
            guard isCancelled else { throw Problem.notFound }
            return Acknowledgement()
        }
    }

    private func send(_ caller: Gate.Caller, _ asked: InvitationRequest) async throws -> SentInvitation {
        let (addressee, life) = (try asked.addressee(), try Invitation.life(ofSeconds: asked.expiresIn))
        let judgement = try await invitations.invite(
            addressee, to: caller.names.bytes("match"), from: caller.player, life: life,
            key: caller.call.idempotencyKey())
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

extension Limit {
    /// A code that nobody has counts as any other.
    static let invitations = Limit(.invitations, of: .networks) { _ in .perHour(600, atOnce: 200) }
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
