/// One player's invitation of another one into a match.
///
/// An invitation that reaches nobody is stored as any other, so that its sender can't tell.
package struct Invitation: Hashable, Sendable {
    package enum State: String, Hashable, Sendable {
        case pending, accepted, declined, cancelled
        /// The same player was invited again by the same one.
        case superseded
        /// The server began a new incarnation.
        case ended
    }

    /// Whom it is meant for.
    package struct Addressee: Hashable, Sendable {
        /// `nil` where no player has the code.
        package let player: Int64?
        /// The code by which the player was invited; `nil` where both had places in one match.
        package let code: FriendCode?

        package init(player: Int64?, code: FriendCode?) {
            (self.player, self.code) = (player, code)
        }
    }

    package static let idLength = 16
    package static let usualLife = TimeSpan.hours(1)
    package static let lives = TimeSpan.minutes(1)...TimeSpan.days(7)
    /// An invitation is deleted this long after it has expired.
    package static let keptAfterEnd = TimeSpan.days(1)

    /// 16 bytes, which nobody can guess.
    package let id: [UInt8]
    package let match: [UInt8]
    package let from: Int64
    package let to: Addressee
    /// Whether the addressee isn't shown it.
    package let isSilent: Bool
    package private(set) var state: State
    package let at: Instant
    package let expires: Instant
    /// When it was answered, taken back or replaced; `nil` while it is pending.
    package private(set) var settled: Instant?

    package init(
        id: [UInt8], match: [UInt8], from: Int64, to: Addressee, isSilent: Bool, state: State = .pending, at: Instant,
        expires: Instant, settled: Instant? = nil
    ) {
        self.id = id
        self.match = match
        self.from = from
        self.to = to
        self.isSilent = isSilent
        self.state = state
        self.at = at
        self.expires = expires
        self.settled = settled
    }

    package func isPending(at instant: Instant) -> Bool { state == .pending && instant < expires }

    /// Whether this player is shown it.
    package func reaches(_ player: Int64) -> Bool { to.player == player && !isSilent }

    /// The invitation with another state.
    package func settled(as state: State, at instant: Instant) -> Invitation {
        var settled = self
        (settled.state, settled.settled) = (state, instant)
        return settled
    }

    /// Lets a player join the match who accepts. Accepting twice is the same as once, while the player stays.
    ///
    /// - Parameter match: the player is given a place in it.
    /// - Returns: the invitation as it becomes, and the place's number.
    package func accept(
        by player: Int64, joining match: inout Match, at instant: Instant
    ) throws(InvitationRefusal) -> (invitation: Invitation, place: Int) {
        guard reaches(player) else { throw .notFound }
        switch state {
        case .accepted:
            guard let place = match.place(of: player) else { throw .notFound }
            return (self, place.number)
        case .declined: throw .notFound
        case .cancelled: throw .inviterGone
        case .superseded: throw .superseded
        case .ended: throw .expired
        case .pending: break
        }
        guard instant < expires else { throw .expired }
        guard match.place(of: from) != nil else { throw .inviterGone }
        let place = try match.join(player, at: instant)
        return (settled(as: .accepted, at: instant), place)
    }
}
