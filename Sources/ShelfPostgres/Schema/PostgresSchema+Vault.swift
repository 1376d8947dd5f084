extension PostgresSchema {
    /// The wrapping keys under which columns are sealed, without the keys themselves, and which of them each server
    /// knows. A sealed seed is longer than the seed.
    static let wrappingKeys = """
        CREATE TABLE wrapping_key (
            number BIGINT PRIMARY KEY CHECK (number > 0),
            proof BYTEA NOT NULL,
            added_at_ms BIGINT NOT NULL,
            seals_from_ms BIGINT,
            whole_at_ms BIGINT
        );
        CREATE TABLE sealing_server (
            id BYTEA PRIMARY KEY CHECK (octet_length(id) = 16),
            name TEXT NOT NULL,
            newest_key BIGINT NOT NULL,
            seals_with BIGINT NOT NULL,
            at_ms BIGINT NOT NULL
        );
        ALTER TABLE content_key DROP CONSTRAINT content_key_seed_check;
        """
}
