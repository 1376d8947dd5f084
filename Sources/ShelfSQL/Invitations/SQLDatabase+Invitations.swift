package import ShelfDatabase
package import ShelfModel

extension SQLDatabase {
    package func keep(_ code: FriendCode, of player: Int64, at instant: Instant) async throws -> FriendCode {
        try await write { session in
            try session.run(
                "INSERT INTO friend_code VALUES ($1, $2, $3) ON CONFLICT (player) DO NOTHING",
                [player, code.bytes, instant])
            let row = try session.row("SELECT code FROM friend_code WHERE player = $1", [player])
            guard let row else { throw RowMissing(table: "friend_code") }
            return try row.read("code") { FriendCode(bytes: $0) }
        }
    }

    package func renew(_ code: FriendCode, of player: Int64, at instant: Instant) async throws {
        _ = try await write { session in
            try session.run(
                """
                INSERT INTO friend_code VALUES ($1, $2, $3)
                ON CONFLICT (player) DO UPDATE SET code = excluded.code, at_ms = excluded.at_ms
                """, [player, code.bytes, instant])
        }
    }

    package func invite(_ order: InvitationOrder) async throws -> InvitationOrder.Judgement {
        try await write { session in
            try session.lock(.match(order.match))
            let addressee = try order.to.find(for: order.from, in: session)
            try session.lock(.players([order.from, addressee?.player ?? 0]))
            let judgement = try InvitationFacts.read(for: order, addressee, in: session).judge(order)
            if case .sent(let invitation) = judgement {
                try invitation.supersedeOthers(in: session)
                try invitation.insert(into: session)
                try invitation.tell(at: order.at, in: session)
            }
            return judgement
        }
    }

    package func invitations(of player: Int64, at instant: Instant) async throws -> [ListedInvitation] {
        try await readSnapshot { session in
            try Invitation.all(of: player, endingAfter: instant - Invitation.keptAfterEnd, in: session).map {
                ListedInvitation(invitation: $0, match: try Match.find($0.match, in: session))
            }
        }
    }

    package func accept(
        _ invitation: [UInt8], by player: Int64, at instant: Instant
    ) async throws -> Result<JoinedMatch, InvitationRefusal> {
        try await write { session in
            guard let found = try Invitation.findLocking(invitation, in: session) else { return .failure(.notFound) }
            return try found.accept(by: player, at: instant, in: session)
        }
    }

    package func decline(_ invitation: [UInt8], by player: Int64, at instant: Instant) async throws -> Bool {
        try await write { session in
            guard let found = try Invitation.findLocking(invitation, in: session), found.reaches(player) else {
                return false
            }
            return try found.settle(as: .declined, at: instant, in: session)
        }
    }

    package func cancel(_ invitation: [UInt8], by player: Int64, at instant: Instant) async throws -> Bool {
        try await write { session in
            guard let found = try Invitation.findLocking(invitation, in: session), found.from == player else {
                return false
            }
            return try found.settle(as: .cancelled, at: instant, in: session)
        }
    }

    package func endInvitations(
        of player: Int64, at instant: Instant, audit: @escaping @Sendable (Int?) -> AuditEntry?
    ) async throws -> Int? {
        try await write { session in
            let addressees = try Invitation.pendingAddressees(of: player, at: instant, in: session)
            try session.lock(.players([player] + addressees))
            var count: Int?
            if try Wallets.hasOwner(player, in: session) {
                let ended = try session.run(
                    """
                    UPDATE invitation SET state = $1, settled_at_ms = $2
                    WHERE from_player = $3 AND state = $4 AND expires_at_ms > $2
                    """,
                    [Invitation.State.cancelled.rawValue, instant, player, Invitation.State.pending.rawValue])
                count =
                    ended
                    + (try session.run(
                        """
                        UPDATE match_link SET ended_at_ms = $1
                        WHERE from_player = $2 AND ended_at_ms IS NULL AND expires_at_ms > $1
                        """, [instant, player]))
            }
            if count != nil {
                try PlayerEvent.add(.invitations, for: [player] + addressees, at: instant, in: session)
            }
            try audit(count)?.insert(into: session)
            return count
        }
    }
}
