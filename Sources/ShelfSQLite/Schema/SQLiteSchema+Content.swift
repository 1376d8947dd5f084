extension SQLiteSchema {
    /// Who has cancelled a scheduled version of the content.
    static let cancelledVersions = """
        ALTER TABLE content_version ADD COLUMN cancelled_by TEXT;
        ALTER TABLE content_version ADD COLUMN cancelled_at_ms INTEGER;
        ALTER TABLE content_version ADD COLUMN cancelled_reason TEXT;
        """

    /// The zones of a version's stores, as they were when it was made.
    static let zones = """
        CREATE TABLE content_zone (
            version INTEGER NOT NULL REFERENCES content_version (number),
            name TEXT NOT NULL,
            zone TEXT NOT NULL,
            PRIMARY KEY (version, name)
        ) STRICT, WITHOUT ROWID;
        """
}
