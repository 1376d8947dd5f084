extension PostgresSchema {
    /// Who has cancelled a scheduled version of the content.
    static let cancelledVersions = """
        ALTER TABLE content_version ADD COLUMN cancelled_by TEXT;
        ALTER TABLE content_version ADD COLUMN cancelled_at_ms BIGINT;
        ALTER TABLE content_version ADD COLUMN cancelled_reason TEXT;
        """

    /// The zones of a version's stores, as they were when it was made.
    static let zones = """
        CREATE TABLE content_zone (
            version BIGINT NOT NULL REFERENCES content_version (number),
            name TEXT COLLATE "C" NOT NULL,
            zone TEXT NOT NULL,
            PRIMARY KEY (version, name)
        );
        """
}
