package import ShelfModel

extension SQLDatabase {
    package func add(_ link: MatchLink) async throws -> MatchLink.Judgement {
        try await write { session in
            try session.lock(.match(link.match))
            let judgement = try link.judge(for: Match.find(link.match, in: session), in: session)
            if judgement == .made(link), try MatchLink.find(link.id, in: session) == nil {
                try link.insert(into: session)
            }
            return judgement
        }
    }

    package func end(link: [UInt8], by player: Int64, at instant: Instant) async throws -> Bool {
        try await write { session in
            guard let found = try MatchLink.find(link, in: session), found.from == player else { return false }
            try session.run(
                "UPDATE match_link SET ended_at_ms = $2 WHERE id = $1 AND ended_at_ms IS NULL", [link, instant])
            return true
        }
    }

    package func link(_ id: [UInt8]) async throws -> (link: MatchLink, match: Match)? {
        try await readSnapshot { session in
            guard let link = try MatchLink.find(id, in: session), let match = try Match.find(link.match, in: session)
            else { return nil }
            return (link, match)
        }
    }

    package func accept(
        link id: [UInt8], by player: Int64, at instant: Instant
    ) async throws -> Result<JoinedMatch, InvitationRefusal> {
        try await write { session in
            guard let link = try MatchLink.find(id, in: session) else { return .failure(.notFound) }
            try session.lock(.match(link.match))
            // Once more, since its maker may have ended it before the lock.
            guard let link = try MatchLink.find(id, in: session) else { return .failure(.notFound) }
            guard let match = try Match.find(link.match, in: session) else { return .failure(.closed) }
            var joined = match
            let place: Int
            do throws(InvitationRefusal) {
                place = try link.accept(by: player, joining: &joined, at: instant)
            } catch {
                return .failure(error)
            }
            try session.lock(.players(joined.players))
            return try JoinedMatch(match: joined, place: place).store(since: match, at: instant, in: session)
        }
    }
}
