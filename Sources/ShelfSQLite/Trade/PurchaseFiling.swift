package import GRDB
import ShelfSQL

/// Files purchases by their items and listings. That is done for many at once, in the transaction of the last one of them,
/// so that the pages of each item and listing aren't written anew for each purchase. What isn't filed yet is found by its
/// number.
package enum PurchaseFiling {
    /// At most this many purchases aren't filed, as long as all are noted.
    static let atMost: Int64 = 1000
    /// How many are filed in one transaction. Of more, which only another program can have stored, the following
    /// transactions file as many each, so that no player waits for all of them.
    static let inOneGo: Int64 = 4000

    /// The number of the last purchase that is filed. No purchase gets a lower one any more, even if that one is gone.
    static func until(in session: SQLiteSession) throws -> Int64 {
        try session.value("SELECT until FROM filed") ?? 0
    }

    /// Notes that purchases were stored, and files the oldest if there are many by now.
    static func note(_ count: Int, in session: SQLiteSession) throws {
        let since: Int64? = try session.value("UPDATE filed SET since = since + $1 RETURNING since", [count])
        guard since ?? 0 > atMost else { return }
        let next: Int64? = try session.value(
            "SELECT id FROM purchase WHERE id > (SELECT until FROM filed) ORDER BY id LIMIT 1 OFFSET \(inOneGo)")
        try file(before: next ?? Int64.max, in: session.database)
        if next != nil { try session.run("UPDATE filed SET since = \(atMost)") }
    }

    /// Files those with lower numbers that aren't.
    private static func file(before number: Int64, in database: Database) throws {
        let new = "id > (SELECT until FROM filed) AND id < \(number)"
        try database.execute(
            sql: """
                INSERT INTO item_purchase SELECT item, id FROM purchase WHERE \(new) ORDER BY item, id;
                INSERT INTO listing_purchase SELECT chain, slot, position, revision, id FROM purchase
                WHERE \(new) ORDER BY chain, slot, position, revision, id;
                UPDATE filed SET until = MAX(until, (SELECT COALESCE(MAX(id), 0) FROM purchase WHERE id < \(number))),
                since = 0
                """)
    }

    /// Files all anew.
    package static func fileAnew(in database: Database) throws {
        try database.execute(sql: "DELETE FROM item_purchase; DELETE FROM listing_purchase; UPDATE filed SET until = 0")
        try file(before: Int64.max, in: database)
    }
}
