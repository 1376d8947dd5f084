import ShelfDatabase
import ShelfSQL

/// Marks a database whose shop has moved away, or is being moved here.
enum MovedMark {
    static let refusal = "this shop has moved"

    /// Where the shop has moved to; `nil` when it is here.
    static func destination(in session: PostgresSession) throws -> String? {
        guard try isThere("moved", in: session) else { return nil }
        return try session.value("SELECT destination FROM moved")
    }

    /// Whether a shop is being moved here that isn't open yet.
    static func isArriving(in session: PostgresSession) throws -> Bool { try isThere("arriving", in: session) }

    private static func isThere(_ table: String, in session: PostgresSession) throws -> Bool {
        try session.value("SELECT to_regclass($1) IS NOT NULL", [table]) ?? false
    }

    /// No table of the shop takes a change any more, so that a server that still runs on it sells nothing.
    static func write(_ destination: String, in session: PostgresSession) throws {
        try session.run("CREATE TABLE moved (destination TEXT NOT NULL)")
        try session.run("INSERT INTO moved VALUES ($1)", [destination])
        try session.run(
            """
            CREATE FUNCTION moved() RETURNS trigger LANGUAGE plpgsql AS
            $$ BEGIN RAISE EXCEPTION '\(refusal)'; END $$
            """)
        for table in ShopTable.all {
            try session.run(
                """
                CREATE TRIGGER moved BEFORE INSERT OR UPDATE OR DELETE ON "\(table.name)"
                FOR EACH STATEMENT EXECUTE FUNCTION moved()
                """)
        }
    }

    static func arrive(in session: PostgresSession) throws {
        try session.run("CREATE TABLE arriving (at_ms BIGINT)")
    }

    static func open(in session: PostgresSession) throws {
        try session.run("DROP TABLE arriving")
    }
}
