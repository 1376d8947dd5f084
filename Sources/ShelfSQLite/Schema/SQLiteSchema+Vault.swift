extension SQLiteSchema {
    /// The wrapping keys under which columns are sealed, without the keys themselves, and which of them each server
    /// knows. A sealed seed is longer than the seed.
    static let wrappingKeys = """
        CREATE TABLE wrapping_key (
            number INTEGER PRIMARY KEY CHECK (number > 0),
            proof BLOB NOT NULL,
            added_at_ms INTEGER NOT NULL,
            seals_from_ms INTEGER,
            whole_at_ms INTEGER
        ) STRICT;
        CREATE TABLE sealing_server (
            id BLOB PRIMARY KEY CHECK (length(id) = 16),
            name TEXT NOT NULL,
            newest_key INTEGER NOT NULL,
            seals_with INTEGER NOT NULL,
            at_ms INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        ALTER TABLE content_key RENAME TO former_content_key;
        CREATE TABLE content_key (seed BLOB NOT NULL) STRICT;
        INSERT INTO content_key SELECT seed FROM former_content_key;
        DROP TABLE former_content_key;
        """
}
