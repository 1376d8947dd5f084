import Hummingbird
import ShelfDatabase
import ShelfEngine
import ShelfModel
import ShelfWire

/// The routes for links into matches, and for blocks.
struct LinkRoutes: RouteSet {
    let invitations: Invitations
    let authentication: PlayerAuthentication
    let limits: RateLimits
    let timeline: Timeline

    func add(to router: some RouterMethods<ShelfRequestContext>) {
        router.on(.linkMaking) { request, context in
            let player = try await authentication.player(of: request, context)
            return try JSONBody.response(try await make(request, context, by: player))
        }
        router.on(.linkDeletion) { request, context in
            let player = try await authentication.player(of: request, context)
            let id = try context.identifier("link")
            let isEnded = try await available {
                try await invitations.change { try await $0.end(link: id, by: player, at: timeline.now) }
            }
            guard isEnded else { throw Problem.notFound }
            return try JSONBody.response(Acknowledgement())
        }
        router.on(.linkLook) { request, context in
            try limits.admit(request, context)
            return try JSONBody.response(try await look(request))
        }
        router.on(.linkAcceptance) { request, context in
            let player = try await authentication.player(of: request, context)
            let (id, now) = (try await Self.id(in: request), timeline.now)
            let joined = try await available {
                try await invitations.change { try await $0.accept(link: id, by: player, at: now) }
            }
            return try JSONBody.response(MatchAnswer(try joined.told().match, for: player, at: now))
        }
    }

    private func make(_ request: Request, _ context: ShelfRequestContext, by player: Int64) async throws -> LinkAnswer {
        let match = try context.identifier("match")
        let key = try IdempotencyKey.of(request)
        let life = try Invitation.life(ofSeconds: try await JSONBody.read(LinkRequest.self, from: request).expiresIn)
        try limits.admitMaking(of: player)
        let (secret, judgement) = try await available {
            try await invitations.makeLink(to: match, from: player, life: life, key: key)
        }
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

    private func look(_ request: Request) async throws -> LinkLook {
        let id = try await Self.id(in: request)
        guard let (link, match) = try await available({ try await invitations.database.link(id) }) else {
            throw Problem.notFound
        }
        let now = timeline.now
        let state: ReceivedInvitation.State =
            link.ended != nil
            ? .inviterGone
            : now < link.expires ? ReceivedInvitation.State(joining: match, invitedBy: link.from, at: now) : .expired
        return LinkLook(
            size: match.size, free: match.freePlaces, state: state, expiresAtMs: link.expires.milliseconds)
    }

    /// The id of the link whose secret a request has.
    private static func id(in request: Request) async throws -> [UInt8] {
        let asked = try await JSONBody.read(LinkSecretRequest.self, from: request)
        guard let secret = Base64URL.decode(asked.secret), secret.count == MatchLink.secretLength else {
            throw Problem.notFound
        }
        return Invitations.id(ofLink: secret)
    }
}
