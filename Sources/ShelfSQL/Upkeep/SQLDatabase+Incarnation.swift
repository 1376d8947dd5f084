package import ShelfDatabase
package import ShelfModel

extension SQLDatabase {
    package func identity() async throws -> [UInt8] {
        try await read { try Self.identity(in: $0)["id"] }
    }

    package func incarnation() async throws -> Incarnation {
        try await read { Incarnation(row: try Self.identity(in: $0)) }
    }

    package func restoredAt() async throws -> Instant? {
        try await read { try $0.value("SELECT MAX(at_ms) FROM restored") }
    }

    package func markClockWasAhead(now: Instant) async throws {
        try await write { session in
            try session.run("INSERT INTO restored VALUES ($1)", [now])
            let open = (now - ClosedHours.delay).floored(to: ClosedHours.length)
            guard try session.run("UPDATE closed SET until_ms = $1 WHERE until_ms > $1", [open]) > 0 else { return }
            for table in ["listing_hour", "store_hour", "money_hour", "player_hour"] {
                try session.run("DELETE FROM \(table) WHERE hour_ms >= $1", [open])
            }
        }
    }

    package func beginIncarnation(after number: Int64, at instant: Instant) async throws -> Incarnation {
        try await write { session in
            let changed = try session.run(
                "UPDATE identity SET incarnation = incarnation + 1, begun_at_ms = $1 WHERE incarnation = $2",
                [instant, number])
            if changed > 0 {
                try session.lock(.everyStore)
                try Self.forgetEarlier(in: session)
                try PackMove.moveAllAgain(at: instant, in: session)
                try Invitation.endAll(at: instant, in: session)
            }
            return Incarnation(row: try Self.identity(in: session))
        }
    }

    /// Deletes what a new incarnation makes anew.
    static func forgetEarlier(in session: Session) throws {
        for table in ["restored", "\"window\"", "listing", "chain", "secret", "token_family"] {
            try session.run("DELETE FROM \(table)")
        }
    }

    /// The only row.
    private static func identity(in session: Session) throws -> Session.Row {
        guard let row = try session.row("SELECT * FROM identity") else {
            throw RowMissing(table: "identity")
        }
        return row
    }
}

extension Incarnation {
    fileprivate init(row: some SQLRow) {
        self.init(number: row["incarnation"], begun: row["begun_at_ms"])
    }
}
