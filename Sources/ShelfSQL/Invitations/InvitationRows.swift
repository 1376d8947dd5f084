import ShelfDatabase
import ShelfModel

extension Invitation {
    static func find(_ id: [UInt8], in session: some SQLSession) throws -> Invitation? {
        try session.row("SELECT * FROM invitation WHERE id = $1", [id]).map { try Invitation(row: $0) }
    }

    /// What a player has sent and received that hadn't expired at an instant, the newest first. Of what has ended, a part is
    /// left out where it is too much.
    static func all(of player: Int64, endingAfter instant: Instant, in session: some SQLSession) throws -> [Invitation]
    {
        try session.rows(
            """
            SELECT * FROM (
                SELECT * FROM (SELECT * FROM invitation WHERE from_player = $1 AND expires_at_ms > $2 \(most)) AS sent
                UNION ALL
                SELECT * FROM (
                    SELECT * FROM invitation WHERE to_player = $1 AND silent = 0 AND expires_at_ms > $2 \(most)
                ) AS received) AS theirs
            ORDER BY at_ms DESC, id
            """, [player, instant]
        ).map { try Invitation(row: $0) }
    }

    /// What is pending is never left out, since there is less of it than this.
    private static let most = "ORDER BY CASE state WHEN 'pending' THEN 0 ELSE 1 END, at_ms DESC, id LIMIT 100"

    private init(row: some SQLRow) throws {
        let code = try (row["code"] as [UInt8]?).map { _ in try row.read("code") { FriendCode(bytes: $0) } }
        self.init(
            id: row["id"], match: row["game_match"], from: row["from_player"],
            to: Addressee(player: row["to_player"], code: code), isSilent: row["silent"] as Int64 == 1,
            state: try row.read("state") { State(rawValue: $0) }, at: row["at_ms"], expires: row["expires_at_ms"],
            settled: row["settled_at_ms"])
    }

    func insert(into session: some SQLSession) throws {
        try session.run(
            "INSERT INTO invitation VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
            [
                id, match, from, to.player, to.code?.bytes, isSilent ? 1 : 0, state.rawValue, at,
                expires, settled,
            ])
    }

    func update(in session: some SQLSession) throws {
        try session.change(
            "invitation", "UPDATE invitation SET state = $2, settled_at_ms = $3 WHERE id = $1",
            [id, state.rawValue, settled])
    }

    /// Settles the sender's pending invitations of the same addressee, whether or not the addressee is shown this one:
    /// otherwise the sender could find out by what becomes of the earlier ones.
    func supersedeOthers(in session: some SQLSession) throws {
        try session.run(
            """
            UPDATE invitation SET state = $1, settled_at_ms = $2
            WHERE from_player = $3 AND state = $4 AND id <> $5 AND \(to.condition("$6"))
            """, [State.superseded.rawValue, at, from, State.pending.rawValue, id, to.argument])
    }

    /// Ends all that are pending, and deletes all links.
    static func endAll(at instant: Instant, in session: some SQLSession) throws {
        try session.run(
            "UPDATE invitation SET state = $1, settled_at_ms = $2 WHERE state = $3",
            [State.ended.rawValue, instant, State.pending.rawValue])
        try session.run("DELETE FROM match_link")
    }

    /// Locks an invitation's match, so that nobody else answers it or joins.
    static func findLocking(_ id: [UInt8], in session: some SQLSession) throws -> Invitation? {
        guard let match = try find(id, in: session)?.match else { return nil }
        try session.lock(.match(match))
        // Once more, since it may have been answered before the lock.
        return try find(id, in: session)
    }

    /// Adds an event for its sender, and for its addressee if that player is shown it. They must be locked.
    func tell(at instant: Instant, in session: some SQLSession) throws {
        let shown = isSilent ? nil : to.player
        try PlayerEvent.add(.invitations, for: [from] + (shown.map { [$0] } ?? []), at: instant, in: session)
    }

    /// To whom a player has sent what is pending and shown.
    static func pendingAddressees(
        of player: Int64, at instant: Instant, in session: some SQLSession
    ) throws -> [Int64] {
        try session.rows(
            """
            SELECT DISTINCT to_player FROM invitation
            WHERE from_player = $1 AND state = $2 AND silent = 0 AND expires_at_ms > $3
            """, [player, State.pending.rawValue, instant]
        ).map { $0[0] }
    }

    /// - Returns: whether it has this state now.
    func settle(as state: State, at instant: Instant, in session: some SQLSession) throws -> Bool {
        guard isPending(at: instant) else { return self.state == state }
        try session.lock(.players([from, to.player ?? 0]))
        try settled(as: state, at: instant).update(in: session)
        try tell(at: instant, in: session)
        return true
    }

    func accept(
        by player: Int64, at instant: Instant, in session: some SQLSession
    ) throws -> Result<JoinedMatch, InvitationRefusal> {
        guard let match = try Match.find(match, in: session) else {
            return .failure(reaches(player) && state != .declined && state != .accepted ? .closed : .notFound)
        }
        var joined = match
        let accepted: (invitation: Invitation, place: Int)
        do throws(InvitationRefusal) {
            accepted = try accept(by: player, joining: &joined, at: instant)
        } catch {
            return .failure(error)
        }
        try session.lock(.players(joined.players + [from]))
        let stored = try JoinedMatch(match: joined, place: accepted.place).store(since: match, at: instant, in: session)
        if case .success = stored, accepted.invitation != self {
            try accepted.invitation.update(in: session)
            try tell(at: instant, in: session)
        }
        return stored
    }
}

extension JoinedMatch {
    /// Stores that the player at the place has joined, unless the player has too many matches. All players of the match
    /// must be locked.
    func store(
        since before: Match, at instant: Instant, in session: some SQLSession
    ) throws -> Result<JoinedMatch, InvitationRefusal> {
        guard match != before, let player = match.places.first(where: { $0.number == place })?.player else {
            return .success(self)
        }
        guard try !Match.areTooMany(of: player, at: instant, in: session) else { return .failure(.tooManyMatches) }
        try match.update(since: before, in: session)
        try match.tell(at: instant, in: session)
        return .success(self)
    }
}

extension Invitation.Addressee {
    /// The condition that an invitation names the same addressee in the same way. It doesn't ask whether a code is
    /// somebody's, so that the sender can't tell by what is replaced.
    fileprivate func condition(_ parameter: String) -> String {
        code == nil ? "code IS NULL AND to_player = \(parameter)" : "code = \(parameter)"
    }

    fileprivate var argument: any SQLArgument {
        if let code { return code.bytes }
        return player ?? 0
    }
}

extension InvitationFacts {
    /// - Parameter addressee: as it was found before the locks.
    static func read(
        for order: InvitationOrder, _ addressee: Invitation.Addressee?, in session: some SQLSession
    ) throws -> InvitationFacts {
        let pending = Invitation.State.pending.rawValue
        let named = addressee ?? Invitation.Addressee(player: nil, code: nil)
        // A code that nobody has is asked for as any other, so that it takes as long.
        let player = named.player ?? 0
        let sent: Int? = try session.value(
            """
            SELECT COUNT(*) FROM invitation WHERE from_player = $1 AND state = $2 AND expires_at_ms > $3
                AND (\(named.condition("$4"))) IS NOT TRUE
            """, [order.from, pending, order.at, named.argument])
        let received: Int? = try session.value(
            """
            SELECT COUNT(*) FROM invitation
            WHERE to_player = $1 AND silent = 0 AND state = '\(pending)' AND expires_at_ms > $2 AND from_player <> $3
            """, [player, order.at, order.from])
        let recent: Int? = try session.value(
            "SELECT COUNT(*) FROM invitation WHERE from_player = $1 AND at_ms > $2 AND (\(named.condition("$3")))",
            [order.from, order.at - pairSpan, named.argument])
        let declined: Instant? = try session.value(
            "SELECT MAX(settled_at_ms) FROM invitation WHERE from_player = $1 AND to_player = $2 AND state = $3",
            [order.from, player, Invitation.State.declined.rawValue])
        return InvitationFacts(
            match: try Match.find(order.match, in: session), addressee: addressee,
            earlier: try Invitation.find(order.id, in: session), pendingSent: sent ?? 0,
            pendingReceived: received ?? 0, recentOfPair: recent ?? 0, declined: declined,
            isBlocked: try session.exists(
                "SELECT 1 FROM player_block WHERE player = $1 AND blocked = $2", [player, order.from]))
    }
}

extension InvitationOrder.Addressee {
    /// - Returns: `nil` where the sender knows no such player.
    func find(for player: Int64, in session: some SQLSession) throws -> Invitation.Addressee? {
        switch self {
        case .code(let code):
            let owner: Int64? = try session.value("SELECT player FROM friend_code WHERE code = $1", [code.bytes])
            return Invitation.Addressee(player: owner, code: code)
        case .place(let number, let match):
            return try PlayerAtPlace.find(number, of: match, for: player, in: session).map {
                Invitation.Addressee(player: $0, code: nil)
            }
        }
    }
}

/// Who has, or had, a place in a match.
enum PlayerAtPlace {
    /// - Returns: `nil` unless the asking player has or had a place in the same match.
    static func find(
        _ number: Int, of match: [UInt8], for player: Int64, in session: some SQLSession
    ) throws -> Int64? {
        guard let match = try Match.find(match, in: session), match.places.contains(where: { $0.player == player })
        else { return nil }
        return match.places.first { $0.number == number }?.player
    }
}
