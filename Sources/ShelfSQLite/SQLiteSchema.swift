import GRDB

/// The tables, version by version. A migration that has shipped is never changed.
enum SQLiteSchema {
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1: stores, chains, listings, windows") { try $0.execute(sql: first) }
        return migrator
    }

    private static let first = """
        CREATE TABLE store (
            id TEXT PRIMARY KEY NOT NULL,
            signing_seed BLOB NOT NULL,
            schedule_seed BLOB NOT NULL,
            card_bytes INTEGER NOT NULL,
            created_at_ms INTEGER NOT NULL
        ) STRICT;

        CREATE TABLE chain (
            id BLOB PRIMARY KEY NOT NULL,
            store TEXT NOT NULL REFERENCES store (id),
            epoch_ms INTEGER NOT NULL,
            slots INTEGER NOT NULL,
            lead_ms INTEGER NOT NULL,
            app_secret BLOB,
            spacing INTEGER NOT NULL,
            checkpoints BLOB NOT NULL,
            UNIQUE (store, epoch_ms)
        ) STRICT;

        CREATE TABLE listing (
            store TEXT NOT NULL REFERENCES store (id),
            position INTEGER NOT NULL,
            start_ms INTEGER NOT NULL,
            revision INTEGER NOT NULL,
            seconds INTEGER NOT NULL,
            item TEXT NOT NULL,
            chain BLOB NOT NULL,
            slot INTEGER NOT NULL,
            card BLOB NOT NULL,
            sealed BLOB NOT NULL,
            PRIMARY KEY (store, start_ms, position, revision)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE "window" (
            store TEXT NOT NULL REFERENCES store (id),
            sequence INTEGER NOT NULL,
            issued_at_ms INTEGER NOT NULL,
            digest TEXT NOT NULL,
            editions_sold TEXT NOT NULL,
            bytes BLOB NOT NULL,
            PRIMARY KEY (store, sequence)
        ) STRICT;
        """
}
