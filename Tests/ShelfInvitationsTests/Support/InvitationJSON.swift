import ShelfInvitations

/// Events and effects as JavaScript writes them.
enum InvitationJSON {
    struct Invite: Codable, Hashable, Sendable {
        let id: String
        let player: String
        let kind: String
        let recipients: [String]?
        let expiresMs: Int64?

        init(_ invite: ShelfInvitations.Invite) {
            (id, player, expiresMs) = (invite.id, invite.player, invite.expiresMs)
            switch invite.kind {
            case .accepted: (kind, recipients) = ("accepted", nil)
            case .requested(let others): (kind, recipients) = ("requested", others)
            }
        }
    }

    struct Event: Codable, Hashable, Sendable {
        let type: String
        var id: String?
        /// `null` in JSON where the event has a player and there is none.
        var player: String??
        var invite: Invite?

        init(_ event: InviteCoordinator.Event) {
            switch event {
            case .launched: type = "launched"
            case .didEnterBackground: type = "didEnterBackground"
            case .willEnterForeground: type = "willEnterForeground"
            case .playerChanged(let player): (type, self.player) = ("playerChanged", .some(player))
            case .invited(let invite): (type, self.invite) = ("invited", Invite(invite))
            case .opened(let id): (type, self.id) = ("opened", id)
            case .presented(let id): (type, self.id) = ("presented", id)
            case .presentationFailed(let id): (type, self.id) = ("presentationFailed", id)
            case .dismissed(let id): (type, self.id) = ("dismissed", id)
            case .matchStarted: type = "matchStarted"
            case .matchEnded: type = "matchEnded"
            case .cancelled(let id): (type, self.id) = ("cancelled", id)
            case .timerDue: type = "timerDue"
            }
        }

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            type = try values.decode(String.self, forKey: .type)
            id = try values.decodeIfPresent(String.self, forKey: .id)
            invite = try values.decodeIfPresent(Invite.self, forKey: .invite)
            if values.contains(.player) { player = .some(try values.decodeIfPresent(String.self, forKey: .player)) }
        }
    }

    struct Effect: Codable, Hashable, Sendable {
        let `do`: String
        var id: String?
        var invite: Invite?
        var reason: String?
        /// `null` in JSON where the timer is stopped.
        var atMs: Int64??

        init(_ effect: InviteCoordinator.Effect) {
            switch effect {
            case .setHandler: self.do = "setHandler"
            case .removeHandler: self.do = "removeHandler"
            case .dismiss(let id): (self.do, self.id) = ("dismiss", id)
            case .endMatch(let invite): (self.do, self.invite) = ("endMatch", Invite(invite))
            case .present(let invite): (self.do, self.invite) = ("present", Invite(invite))
            case .drop(let invite, let reason):
                (self.do, self.invite, self.reason) = ("drop", Invite(invite), reason.rawValue)
            case .wake(let atMs): (self.do, self.atMs) = ("wake", .some(atMs))
            }
        }

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            self.do = try values.decode(String.self, forKey: .do)
            id = try values.decodeIfPresent(String.self, forKey: .id)
            invite = try values.decodeIfPresent(Invite.self, forKey: .invite)
            reason = try values.decodeIfPresent(String.self, forKey: .reason)
            if values.contains(.atMs) { atMs = .some(try values.decodeIfPresent(Int64.self, forKey: .atMs)) }
        }
    }
}
