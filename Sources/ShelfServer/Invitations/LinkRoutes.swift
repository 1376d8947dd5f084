import Hummingbird
import ShelfDatabase
import ShelfEngine
import ShelfModel
import ShelfWire

/// The routes for links into matches, and for blocks.
struct LinkRoutes: GatedRoutes {
    let invitations: Invitations
    let timeline: Timeline

    func add(to router: GatedRouter) {
        router.on(.linkMaking, make)
        router.on(.linkDeletion) { caller, _ in
            let id = try caller.names.bytes("link")
            let isEnded = try await invitations.change {
                try await $0.end(link: id, by: caller.player, at: timeline.now)
            }
            guard isEnded else { throw Problem.notFound }
            return Acknowledgement()
        }
        router.on(.linkLook, look)
        router.on(.linkAcceptance) { caller, asked in
            let (id, now) = (try asked.id(), timeline.now)
            let joined = try await invitations.change { try await $0.accept(link: id, by: caller.player, at: now) }
            return try MatchAnswer(joined.told().match, for: caller.player, at: now)
        }
    }

    private func make(_ caller: Gate.Caller, _ asked: LinkRequest) async throws -> LinkAnswer {
        let (secret, judgement) = try await invitations.makeLink(
            to: caller.names.bytes("match"), from: caller.player,
            life: Invitation.life(ofSeconds: asked.expiresIn), key: caller.call.idempotencyKey())
        switch judgement {
        case .made(let link):
            return LinkAnswer(
                link: Base64URL.encode(link.id), secret: Base64URL.encode(secret),
                expiresAtMs: link.expires.milliseconds)
        case .noPlace: throw Problem.notFound
        case .refused(let refusal): throw Problem(refusal)
        case .tooMany: throw Problem.tooManyLinks
        case .keyReused: throw Problem.keyReused
        }
    }

    private func look(_: Call, _ asked: LinkSecretRequest) async throws -> LinkLook {
        guard let (link, match) = try await invitations.database.link(asked.id()) else { throw Problem.notFound }
        let now = timeline.now
        let state: ReceivedInvitation.State =
            link.ended != nil
            ? .inviterGone
            : now < link.expires ? ReceivedInvitation.State(joining: match, invitedBy: link.from, at: now) : .expired
        return LinkLook(
            size: match.size, free: match.freePlaces, state: state, expiresAtMs: link.expires.milliseconds)
    }
}

extension LinkSecretRequest {
    /// The id of the link whose secret this is.
    fileprivate func id() throws(Problem) -> [UInt8] {
        guard let secret = Base64URL.decode(secret), secret.count == MatchLink.secretLength else { throw .notFound }
        return Invitations.id(ofLink: secret)
    }
}
