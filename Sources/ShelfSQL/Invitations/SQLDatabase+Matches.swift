package import ShelfDatabase
package import ShelfModel

extension SQLDatabase {
    package func add(_ match: Match, of player: Int64) async throws -> MatchAddition {
        try await write { session in
            try session.lock(.match(match.id))
            try session.lock(.players([player]))
            if let known = try Match.find(match.id, in: session) { return .madeBefore(known) }
            guard try !Match.areTooMany(of: player, at: match.created, in: session) else { return .tooMany }
            try match.insert(into: session)
            try match.tell(at: match.created, in: session)
            return .made(match)
        }
    }

    package func match(_ id: [UInt8]) async throws -> Match? {
        try await readSnapshot { try Match.find(id, in: $0) }
    }

    package func matches(of player: Int64) async throws -> [Match] {
        try await readSnapshot { try Match.all(of: player, in: $0) }
    }

    package func leave(_ match: [UInt8], player: Int64, at instant: Instant) async throws -> Match? {
        try await write { session in
            try session.lock(.match(match))
            guard let before = try Match.find(match, in: session) else { return nil }
            var left = before
            guard left.leave(player, at: instant) else {
                // The answer to an earlier request may have been lost.
                return before.places.contains { $0.player == player && $0.left != nil } ? before : nil
            }
            try session.lock(.players(before.players))
            try left.update(since: before, in: session)
            try before.tell(at: instant, in: session)
            return left
        }
    }

    package func apply(_ move: MatchMove) async throws -> MatchMove.Judgement {
        try await write { session in
            try session.lock(.match(move.match))
            guard let match = try Match.find(move.match, in: session) else { return .noPlace }
            let judgement = match.judge(move)
            if case .moved(let moved) = judgement {
                try session.lock(.players(moved.players))
                try moved.update(since: match, in: session)
                try moved.tell(at: move.at, in: session)
            }
            return judgement
        }
    }

    package func forgetMatches(at instant: Instant) async throws {
        try await forgetAll(
            "game_match", "SELECT id FROM game_match WHERE state = 'ended' AND changed_at_ms < $1",
            before: instant - Match.keptAfterEnd)
        try await forgetAll(
            "game_match", "SELECT id FROM game_match WHERE changed_at_ms < $1",
            before: instant - Match.keptAfterEnd - Match.idleLimit)
        try await forgetAll(
            "invitation", "SELECT id FROM invitation WHERE expires_at_ms < $1",
            before: instant - Invitation.keptAfterEnd)
        try await forgetAll("match_link", "SELECT id FROM match_link WHERE expires_at_ms < $1", before: instant)
        _ = try await write { session in
            try session.run(
                """
                DELETE FROM match_place
                WHERE NOT EXISTS (SELECT 1 FROM game_match WHERE game_match.id = match_place.game_match)
                """)
        }
    }
}
