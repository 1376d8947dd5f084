import ShelfSQL

extension PostgresDatabase {
    /// Sessions of the same role, with another `application_name` than this one's, that have done something in the last
    /// ten seconds. A server asks twice a second. A session that nobody uses, as in a pooler, is left out.
    ///
    /// - Returns: what each calls itself, and from where.
    package func otherSessions() async throws -> [String] {
        try await read(#function) { session in
            try session.rows(
                """
                SELECT DISTINCT COALESCE(NULLIF(application_name, ''), 'a program without a name')
                    || COALESCE(' on ' || host(client_addr), '') AS words
                FROM pg_stat_activity
                WHERE datname = current_database() AND usename = current_user
                    AND application_name <> current_setting('application_name')
                    AND state_change > clock_timestamp() - INTERVAL '10 seconds'
                ORDER BY words
                """
            ).map { $0["words"] }
        }
    }
}
