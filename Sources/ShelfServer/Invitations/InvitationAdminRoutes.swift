import Hummingbird
import ShelfDatabase
import ShelfEngine
import ShelfModel
import ShelfWire

/// The routes by which support sees what a player has sent and received, and ends what is open.
struct InvitationAdminRoutes: GatedRoutes {
    let invitations: Invitations
    let database: any PlayerDatabase
    let timeline: Timeline

    func add(to router: GatedRouter) {
        router.on(.adminInvitations) { use, _ in
            let player = try use.names.number("player")
            guard try await database.player(player) != nil else { throw Problem.noSuchPlayer }
            let now = timeline.now
            let all = try await invitations.database.invitations(of: player, at: now)
            return AdminInvitationsAnswer(invitations: all.map { .init($0.invitation, at: now) })
        }
        router.on(.adminInvitationsEnd, end)
    }

    private func end(_ use: AdminUse, _ asked: InvitationsEndRequest) async throws -> InvitationsEndAnswer {
        try asked.reason.checkReason()
        let player = try use.names.number("player")
        let about = AuditSubject(player: player, reason: asked.reason)
        let ended = try await invitations.change { database in
            try await database.endInvitations(of: player, at: use.at) {
                use.entry($0 == nil ? Problem.noSuchPlayer.status : 200, about: about)
            }
        }
        guard let ended else { throw RecordedRefusal(problem: .noSuchPlayer) }
        return InvitationsEndAnswer(ended: ended)
    }
}

extension AdminInvitationsAnswer.Entry {
    fileprivate init(_ invitation: Invitation, at instant: Instant) {
        self.init(
            invitation: Base64URL.encode(invitation.id), match: Base64URL.encode(invitation.match),
            from: String(invitation.from), to: invitation.to.player.map { String($0) }, silent: invitation.isSilent,
            state: SentInvitation.State(invitation, at: instant), atMs: invitation.at.milliseconds,
            expiresAtMs: invitation.expires.milliseconds)
    }
}
