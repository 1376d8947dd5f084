package import ShelfDatabase
package import ShelfModel

extension SQLDatabase {
    package func block(
        _ target: BlockTarget, by player: Int64, id: [UInt8], at instant: Instant
    ) async throws -> BlockAnswer {
        try await write { session in
            guard let blocked = try target.find(for: player, in: session), blocked != player else { return .notFound }
            try session.lock(.players([player]))
            let blocks = try PlayerBlock.all(of: player, in: session)
            if let known = blocks.first(where: { $0.blocked == blocked }) { return .blocked(known) }
            guard blocks.count < PlayerBlock.mostOfPlayer else { return .tooMany }
            let block = PlayerBlock(id: id, player: player, blocked: blocked, at: instant)
            try block.insert(into: session)
            try session.run(
                "UPDATE invitation SET silent = 1 WHERE from_player = $1 AND to_player = $2 AND state = $3",
                [blocked, player, Invitation.State.pending.rawValue])
            try PlayerEvent.add(.invitations, for: [player], at: instant, in: session)
            return .blocked(block)
        }
    }

    package func blocks(of player: Int64) async throws -> [PlayerBlock] {
        try await read { try PlayerBlock.all(of: player, in: $0) }
    }

    package func delete(block: [UInt8], by player: Int64) async throws -> Bool {
        try await write { session in
            try session.run("DELETE FROM player_block WHERE player = $1 AND id = $2", [player, block]) > 0
        }
    }
}

extension BlockTarget {
    fileprivate func find(for player: Int64, in session: some SQLSession) throws -> Int64? {
        switch self {
        case .invitation(let id):
            guard let invitation = try Invitation.find(id, in: session), invitation.to.player == player else {
                return nil
            }
            // What was blocked is hidden, and the same request may come again.
            let isBlocked = try PlayerBlock.all(of: player, in: session).contains { $0.blocked == invitation.from }
            return invitation.reaches(player) || isBlocked ? invitation.from : nil
        case .place(let number, let match):
            return try PlayerAtPlace.find(number, of: match, for: player, in: session)
        }
    }
}
