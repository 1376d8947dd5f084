import ShelfDatabase
package import ShelfModel

/// Up to which instant hours are closed.
package struct ClosedMark: Hashable, Sendable {
    /// The end of the last closed hour; `nil` when none was closed yet.
    package let stored: Instant?
    /// The beginning of the oldest hour that isn't closed; `nil` when nothing has happened yet.
    package let until: Instant?

    package static func read<Session: SQLSession>(in session: Session) throws -> ClosedMark {
        if let stored: Instant = try session.value("SELECT until_ms FROM closed") {
            return ClosedMark(stored: stored, until: stored)
        }
        let first: Instant? = try session.value(
            """
            SELECT MIN(at_ms) FROM (
                SELECT MIN(at_ms) AS at_ms FROM purchase \(Session.by(index: "purchase_by_time"))
                    WHERE refusal IS NULL
                UNION ALL
                SELECT MIN(at_ms) FROM entry \(Session.by(index: "entry_by_time")) WHERE purchase IS NULL
                UNION ALL
                SELECT MIN(created_at_ms) FROM player) AS firsts
            """)
        return ClosedMark(stored: nil, until: first.map { $0.floored(to: ClosedHours.length) })
    }
}
