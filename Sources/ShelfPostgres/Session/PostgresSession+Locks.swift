import ShelfSQL

extension PostgresSession {
    func lock(_ lock: SQLLock) throws {
        switch lock {
        case .content: try take(.content)
        case .files: try take(.files)
        case .withdrawals: try take(.withdrawing)
        case .wrappingKeys: try take(.wrappingKeys)
        case .key(let key, let by): try take(.key(key, by: by))
        case .topUp(let transaction): try take(.topUp(transaction))
        case .store(let id): try run("SELECT 1 FROM store WHERE id = $1 FOR NO KEY UPDATE", [id])
        case .everyStore: try run("SELECT 1 FROM store ORDER BY id FOR NO KEY UPDATE")
        case .players(let players): _ = try value(of: Self.lockingPlayers(Set(players)))
        case .match(let id): try take(.match(id))
        case .tokenFamily(let number): try run("SELECT 1 FROM token_family WHERE id = $1 FOR UPDATE", [number])
        }
    }

    /// Takes a lock that no table has, until the transaction ends.
    func take(_ lock: AdvisoryLock) throws {
        try run(lock.sql, [lock.key])
    }

    /// Locks players, in the order of their numbers. Each transaction that changes a player's wallet, goods or orders
    /// holds this lock. Its value is the players who exist.
    static func lockingPlayers(_ players: Set<Int64>) -> PostgresQuery<Set<Int64>> {
        PostgresQuery(
            "SELECT id FROM player WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE", [.integers(players.sorted())]
        ) { Set($0.rows.map { $0[0] as Int64 }) }
    }
}
