import GRDB

/// A database file as an earlier version of this program left it, whatever today's version does.
///
/// The texts are what those versions ran, and stay as they are.
struct OldFile {
    let path: String

    /// Makes one with the tables of a version, from 1 to 4, and no rows.
    init(at path: String, version: Int) throws {
        self.path = path
        try run("CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
        for (name, text) in Self.migrations.prefix(version) {
            try run(text)
            try run("INSERT INTO grdb_migrations VALUES ('\(name)')")
        }
    }

    func run(_ sql: String) throws {
        try DatabaseQueue(path: path).write { try $0.execute(sql: sql) }
    }

    private static let migrations = [
        ("1: stores, chains, listings, windows", first), ("2: players, wallets, purchases", second),
        ("3: top-ups", third), ("4: keys of reversals, purchases by player", fourth),
    ]

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

    private static let second = """
        CREATE TABLE secret (
            name TEXT PRIMARY KEY NOT NULL,
            bytes BLOB NOT NULL
        ) STRICT;

        CREATE TABLE player (
            id INTEGER PRIMARY KEY NOT NULL,
            credential BLOB NOT NULL UNIQUE,
            created_at_ms INTEGER NOT NULL
        ) STRICT;

        CREATE TABLE token_family (
            id INTEGER PRIMARY KEY NOT NULL,
            player INTEGER NOT NULL REFERENCES player (id),
            newest BLOB NOT NULL,
            expires_at_ms INTEGER NOT NULL,
            is_revoked INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX token_family_of_player ON token_family (player);

        CREATE TABLE wallet (
            player INTEGER NOT NULL REFERENCES player (id),
            currency TEXT NOT NULL,
            balance INTEGER NOT NULL CHECK (balance >= 0),
            PRIMARY KEY (player, currency)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE entry (
            id INTEGER PRIMARY KEY NOT NULL,
            at_ms INTEGER NOT NULL,
            player INTEGER NOT NULL REFERENCES player (id),
            currency TEXT NOT NULL,
            amount INTEGER NOT NULL,
            counterpart TEXT NOT NULL,
            reason TEXT NOT NULL,
            "by" TEXT NOT NULL,
            key TEXT NOT NULL,
            purchase INTEGER
        ) STRICT;
        CREATE INDEX entry_of_player ON entry (player);
        CREATE UNIQUE INDEX entry_key ON entry ("by", key) WHERE purchase IS NULL;

        CREATE TABLE purchase (
            id INTEGER PRIMARY KEY NOT NULL,
            player INTEGER NOT NULL REFERENCES player (id),
            key TEXT NOT NULL,
            at_ms INTEGER NOT NULL,
            store TEXT NOT NULL,
            chain BLOB NOT NULL,
            slot INTEGER NOT NULL,
            position INTEGER NOT NULL,
            revision INTEGER NOT NULL,
            item TEXT NOT NULL,
            currency TEXT NOT NULL,
            offered INTEGER NOT NULL,
            refusal TEXT,
            number INTEGER,
            UNIQUE (player, key)
        ) STRICT;
        CREATE INDEX refused ON purchase (at_ms) WHERE refusal IS NOT NULL;

        CREATE TABLE reversal (
            purchase INTEGER PRIMARY KEY NOT NULL REFERENCES purchase (id),
            kind TEXT NOT NULL,
            reason TEXT NOT NULL,
            "by" TEXT NOT NULL,
            key TEXT NOT NULL,
            at_ms INTEGER NOT NULL
        ) STRICT;

        CREATE TABLE audit (
            id INTEGER PRIMARY KEY NOT NULL,
            at_ms INTEGER NOT NULL,
            "by" TEXT NOT NULL,
            what TEXT NOT NULL,
            status INTEGER NOT NULL
        ) STRICT;

        CREATE TABLE owned (
            player INTEGER NOT NULL REFERENCES player (id),
            item TEXT NOT NULL,
            count INTEGER NOT NULL CHECK (count >= 0),
            PRIMARY KEY (player, item)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE edition (
            item TEXT PRIMARY KEY NOT NULL,
            sold INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE stock (
            store TEXT NOT NULL,
            chain BLOB NOT NULL,
            slot INTEGER NOT NULL,
            position INTEGER NOT NULL,
            revision INTEGER NOT NULL,
            sold INTEGER NOT NULL,
            PRIMARY KEY (chain, slot, position, revision, store)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE tally (
            player INTEGER NOT NULL REFERENCES player (id),
            what TEXT NOT NULL,
            count INTEGER NOT NULL,
            PRIMARY KEY (player, what)
        ) STRICT, WITHOUT ROWID;
        """

    private static let third = """
        CREATE TABLE top_up (
            id TEXT PRIMARY KEY NOT NULL,
            player INTEGER REFERENCES player (id),
            product TEXT,
            currency TEXT,
            amount INTEGER CHECK (amount > 0),
            revoked INTEGER NOT NULL,
            revised_at_ms INTEGER,
            given INTEGER NOT NULL,
            CHECK ((player IS NULL) = (product IS NULL)),
            CHECK ((player IS NULL) = (currency IS NULL)),
            CHECK ((player IS NULL) = (amount IS NULL))
        ) STRICT, WITHOUT ROWID;
        """

    private static let fourth = """
        UPDATE reversal SET key = key || ' ' || purchase WHERE EXISTS (
            SELECT 1 FROM reversal AS earlier
            WHERE earlier."by" = reversal."by" AND earlier.key = reversal.key AND earlier.purchase < reversal.purchase);
        CREATE UNIQUE INDEX reversal_key ON reversal ("by", key);

        CREATE INDEX purchase_of_player ON purchase (player);
        CREATE INDEX numbered_purchase_of_player ON purchase (player) WHERE number IS NOT NULL;
        """
}
