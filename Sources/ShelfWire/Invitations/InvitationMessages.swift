/// `GET` and `POST /v1/player/friend-code`.
package struct FriendCodeAnswer: Hashable, Sendable, Codable {
    /// Such as `7ZK4-09QX-M2HD-V8CE-R`.
    package let code: String

    package init(code: String) {
        self.code = code
    }
}

/// `POST /v1/player/matches/{match}/invitations`: whom to invite, by a friend code, or by a place in a match of both.
package struct InvitationRequest: Hashable, Sendable, Codable {
    package let code: String?
    /// A match in which both have or had a place.
    package let match: String?
    package let place: Int?
    /// For how many seconds the invitation is good; an hour unless given.
    package let expiresIn: Int?

    package init(code: String? = nil, match: String? = nil, place: Int? = nil, expiresIn: Int? = nil) {
        (self.code, self.match, self.place, self.expiresIn) = (code, match, place, expiresIn)
    }
}

/// An invitation, as its sender sees it. It looks the same whether or not it reaches anybody.
package struct SentInvitation: Hashable, Sendable, Codable {
    package enum State: String, Hashable, Sendable, Codable {
        case sent, accepted, declined, cancelled, superseded, expired
    }

    package let invitation: String
    package let match: String
    package let state: State
    package let atMs: Int64
    package let expiresAtMs: Int64

    package init(invitation: String, match: String, state: State, atMs: Int64, expiresAtMs: Int64) {
        self.invitation = invitation
        self.match = match
        self.state = state
        self.atMs = atMs
        self.expiresAtMs = expiresAtMs
    }
}

/// An invitation, as the invited player sees it.
package struct ReceivedInvitation: Hashable, Sendable, Codable {
    package enum State: String, Hashable, Sendable, Codable {
        /// It can be accepted.
        case open
        case accepted, declined, expired, superseded, full, closed
        /// The inviter has left the match, or taken the invitation back.
        case inviterGone = "inviter_gone"
    }

    package let invitation: String
    package let state: State
    /// How many places the match has; `nil` where it is gone.
    package let size: Int?
    package let free: Int?
    package let atMs: Int64
    package let expiresAtMs: Int64

    package init(invitation: String, state: State, size: Int?, free: Int?, atMs: Int64, expiresAtMs: Int64) {
        self.invitation = invitation
        self.state = state
        self.size = size
        self.free = free
        self.atMs = atMs
        self.expiresAtMs = expiresAtMs
    }
}

/// `GET /v1/player/invitations`: what is open, and what has ended within a day, the newest first.
package struct InvitationsAnswer: Hashable, Sendable, Codable {
    package let received: [ReceivedInvitation]
    package let sent: [SentInvitation]

    package init(received: [ReceivedInvitation], sent: [SentInvitation]) {
        (self.received, self.sent) = (received, sent)
    }
}

/// `POST /v1/player/matches/{match}/links`.
package struct LinkRequest: Hashable, Sendable, Codable {
    /// For how many seconds the link is good; an hour unless given.
    package let expiresIn: Int?

    package init(expiresIn: Int? = nil) {
        self.expiresIn = expiresIn
    }
}

package struct LinkAnswer: Hashable, Sendable, Codable {
    /// By which its maker can end it.
    package let link: String
    /// 16 random bytes in base64url. They belong into a link's fragment, which no browser sends to a server.
    package let secret: String
    package let expiresAtMs: Int64

    package init(link: String, secret: String, expiresAtMs: Int64) {
        (self.link, self.secret, self.expiresAtMs) = (link, secret, expiresAtMs)
    }
}

/// `POST /v1/links` and `POST /v1/player/links`: what a link carries.
package struct LinkSecretRequest: Hashable, Sendable, Codable {
    package let secret: String

    package init(secret: String) {
        self.secret = secret
    }
}

/// `POST /v1/links`: what a link leads to.
package struct LinkLook: Hashable, Sendable, Codable {
    package let size: Int
    package let free: Int
    package let state: ReceivedInvitation.State
    package let expiresAtMs: Int64

    package init(size: Int, free: Int, state: ReceivedInvitation.State, expiresAtMs: Int64) {
        (self.size, self.free, self.state, self.expiresAtMs) = (size, free, state, expiresAtMs)
    }
}

/// `POST /v1/player/blocks`: whom to block, by an invitation that came from there, or by a place in a match of both.
package struct BlockRequest: Hashable, Sendable, Codable {
    package let invitation: String?
    package let match: String?
    package let place: Int?

    package init(invitation: String? = nil, match: String? = nil, place: Int? = nil) {
        (self.invitation, self.match, self.place) = (invitation, match, place)
    }
}

package struct BlockRecord: Hashable, Sendable, Codable {
    package let block: String
    package let atMs: Int64

    package init(block: String, atMs: Int64) {
        (self.block, self.atMs) = (block, atMs)
    }
}

/// `GET /v1/player/blocks`: the newest first.
package struct BlocksAnswer: Hashable, Sendable, Codable {
    package let blocks: [BlockRecord]

    package init(blocks: [BlockRecord]) {
        self.blocks = blocks
    }
}

/// `GET /v1/admin/players/{player}/invitations`: the same as the player sees, and who the others are.
package struct AdminInvitationsAnswer: Hashable, Sendable, Codable {
    package struct Entry: Hashable, Sendable, Codable {
        package let invitation: String
        package let match: String
        package let from: String
        /// `nil` where nobody had the code.
        package let to: String?
        /// Whether the invited player isn't shown it.
        package let silent: Bool
        package let state: SentInvitation.State
        package let atMs: Int64
        package let expiresAtMs: Int64

        package init(
            invitation: String, match: String, from: String, to: String?, silent: Bool, state: SentInvitation.State,
            atMs: Int64, expiresAtMs: Int64
        ) {
            self.invitation = invitation
            self.match = match
            self.from = from
            self.to = to
            self.silent = silent
            self.state = state
            self.atMs = atMs
            self.expiresAtMs = expiresAtMs
        }
    }

    package let invitations: [Entry]

    package init(invitations: [Entry]) {
        self.invitations = invitations
    }
}

/// `POST /v1/admin/players/{player}/invitations/end`: ends what the player has sent and nobody has answered.
package struct InvitationsEndRequest: Hashable, Sendable, Codable {
    package let reason: String

    package init(reason: String) {
        self.reason = reason
    }
}

package struct InvitationsEndAnswer: Hashable, Sendable, Codable {
    /// How many invitations and links there were.
    package let ended: Int

    package init(ended: Int) {
        self.ended = ended
    }
}
