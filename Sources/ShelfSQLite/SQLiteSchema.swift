import GRDB
import ShelfDatabase

/// The tables, version by version. A migration that has shipped is never changed.
enum SQLiteSchema {
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1: stores, chains, listings, windows") { try $0.execute(sql: first) }
        migrator.registerMigration("2: players, wallets, purchases") { try $0.execute(sql: second) }
        migrator.registerMigration("3: top-ups") { try $0.execute(sql: third) }
        migrator.registerMigration("4: keys of reversals, purchases by player") { try $0.execute(sql: fourth) }
        migrator.registerMigration("5: chains name the one before", foreignKeyChecks: .immediate) {
            try $0.execute(sql: fifth)
        }
        migrator.registerMigration("6: sixteen token families a player", foreignKeyChecks: .immediate) {
            try $0.execute(sql: sixth)
        }
        migrator.registerMigration("7: cards of purchases", foreignKeyChecks: .immediate) {
            try $0.execute(sql: seventh)
            try enterCards(in: $0)
        }
        migrator.registerMigration("8: what support looks for", foreignKeyChecks: .immediate) {
            try $0.execute(sql: eighth)
        }
        migrator.registerMigration("9: two hundred refusals a player", foreignKeyChecks: .immediate) {
            try $0.execute(sql: ninth)
        }
        migrator.registerMigration("10: identity and incarnation", foreignKeyChecks: .immediate) {
            try $0.execute(sql: tenth)
        }
        migrator.registerMigration("11: one spelling of a currency", foreignKeyChecks: .immediate) {
            try normalizeCurrencies(in: $0)
        }
        migrator.registerMigration("12: numbers by hour", foreignKeyChecks: .immediate) {
            try $0.execute(sql: numbersByHour)
        }
        migrator.registerMigration("13: content versions and drafts", foreignKeyChecks: .immediate) {
            try $0.execute(sql: contentVersions)
        }
        migrator.registerMigration("14: withdrawals") { try $0.execute(sql: withdrawals) }
        migrator.registerMigration("15: changes of listings") { try $0.execute(sql: listingChanges) }
        migrator.registerMigration("16: a card names its currency") { try $0.execute(sql: "DROP TABLE store_currency") }
        return migrator
    }

    /// - Throws: ``StorageError`` when a later version of the program has changed the tables.
    static func refuseNewer(_ database: Database, at path: String) throws {
        guard try !migrator.hasBeenSuperseded(database) else { throw StorageError(path, .newer) }
    }

    /// - Throws: ``StorageError`` when another program has made tables here. The table of migrations is no such sign: a
    ///   first start that was broken off can leave it alone and empty.
    static func refuseForeign(_ database: Database, at path: String) throws {
        guard try migrator.appliedIdentifiers(database).isEmpty else { return }
        let tables = try Int.fetchOne(
            database,
            sql: "SELECT COUNT(*) FROM sqlite_master WHERE type = 'table' AND name <> 'grdb_migrations'")
        guard tables == 0 else { throw StorageError(path, .foreign) }
    }

    /// - Throws: ``StorageError`` when these are not the tables of Shelflife, or of a later version.
    static func expect(in database: Database, at path: String) throws {
        try refuseNewer(database, at: path)
        guard try !migrator.appliedIdentifiers(database).isEmpty else { throw StorageError(path, .damaged) }
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

    /// Purchases (refused ones included) and journal entries get growing numbers, so that new rows are appended at the
    /// end of the table.
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

    /// The row of a transaction is created by whichever comes first: its player's claim, or its revocation by the App
    /// Store.
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

    /// Earlier versions compared a key only within its purchase, so one key may exist for several purchases. This
    /// migration appends a space, which no key contains, and the purchase's number to all of these keys but the first.
    ///
    /// The indexes find a player's possessions and latest orders quickly even after a million refusals.
    private static let fourth = """
        UPDATE reversal SET key = key || ' ' || purchase WHERE EXISTS (
            SELECT 1 FROM reversal AS earlier
            WHERE earlier."by" = reversal."by" AND earlier.key = reversal.key AND earlier.purchase < reversal.purchase);
        CREATE UNIQUE INDEX reversal_key ON reversal ("by", key);

        CREATE INDEX purchase_of_player ON purchase (player);
        CREATE INDEX numbered_purchase_of_player ON purchase (player) WHERE number IS NOT NULL;
        """

    /// Earlier versions identified chains by their epochs. Now each chain names its predecessor: a chain has one
    /// successor, and a store has one first chain.
    private static let fifth = """
        CREATE TABLE new_chain (
            id BLOB PRIMARY KEY NOT NULL,
            store TEXT NOT NULL REFERENCES store (id),
            previous BLOB,
            epoch_ms INTEGER NOT NULL,
            slots INTEGER NOT NULL,
            lead_ms INTEGER NOT NULL,
            app_secret BLOB,
            spacing INTEGER NOT NULL,
            checkpoints BLOB NOT NULL
        ) STRICT;
        INSERT INTO new_chain
            SELECT id, store, LAG(id) OVER (PARTITION BY store ORDER BY epoch_ms), epoch_ms, slots, lead_ms, app_secret,
                spacing, checkpoints
            FROM chain ORDER BY store, epoch_ms;
        DROP TABLE chain;
        ALTER TABLE new_chain RENAME TO chain;
        CREATE UNIQUE INDEX successor ON chain (store, previous);
        CREATE UNIQUE INDEX first_chain ON chain (store) WHERE previous IS NULL;
        """

    /// Keeps each player's families that end last, and deletes revoked ones.
    private static let sixth = """
        CREATE TABLE new_token_family (
            id INTEGER PRIMARY KEY NOT NULL,
            player INTEGER NOT NULL REFERENCES player (id),
            newest BLOB NOT NULL,
            expires_at_ms INTEGER NOT NULL
        ) STRICT;
        INSERT INTO new_token_family
            SELECT id, player, newest, expires_at_ms FROM (
                SELECT *, ROW_NUMBER() OVER (PARTITION BY player ORDER BY expires_at_ms DESC, id DESC) AS place
                FROM token_family WHERE is_revoked = 0)
            WHERE place <= 16;
        DROP TABLE token_family;
        ALTER TABLE new_token_family RENAME TO token_family;
        CREATE INDEX token_family_of_player ON token_family (player, expires_at_ms);
        CREATE INDEX token_family_by_end ON token_family (expires_at_ms);
        """

    /// A card's text is kept once, and a purchase has its number, so that rows stay small.
    private static let seventh = """
        CREATE TABLE card (
            id INTEGER PRIMARY KEY NOT NULL,
            text BLOB NOT NULL UNIQUE
        ) STRICT;
        ALTER TABLE purchase ADD COLUMN card INTEGER REFERENCES card (id);
        ALTER TABLE owned ADD COLUMN card INTEGER REFERENCES card (id);
        CREATE INDEX purchase_of_listing ON purchase (chain, slot, position);
        """

    private static let eighth = """
        CREATE INDEX purchase_of_item ON purchase (item);
        ALTER TABLE audit ADD COLUMN player INTEGER;
        ALTER TABLE audit ADD COLUMN purchase INTEGER;
        ALTER TABLE audit ADD COLUMN currency TEXT;
        ALTER TABLE audit ADD COLUMN amount INTEGER;
        ALTER TABLE audit ADD COLUMN reason TEXT;
        """

    /// Numbers the refused orders of each player. Only the newest ``RefusedOrders/kept`` are kept.
    private static let ninth = """
        ALTER TABLE purchase ADD COLUMN refusal_place INTEGER;
        UPDATE purchase SET refusal_place = placed.place FROM (
            SELECT id, ROW_NUMBER() OVER (PARTITION BY player ORDER BY id) AS place
            FROM purchase WHERE refusal IS NOT NULL) AS placed
        WHERE purchase.id = placed.id;
        CREATE UNIQUE INDEX refusal_of_player ON purchase (player, refusal_place) WHERE refusal_place IS NOT NULL;
        DELETE FROM purchase WHERE refusal_place <= (
            SELECT MAX(newest.refusal_place) - 200 FROM purchase AS newest INDEXED BY refusal_of_player
            WHERE newest.player = purchase.player AND newest.refusal_place IS NOT NULL);
        """

    /// `identity` always has exactly one row. `restored` gets a row each time the database is restored from a backup.
    private static let tenth = """
        CREATE TABLE identity (
            id BLOB NOT NULL CHECK (length(id) = 16),
            incarnation INTEGER NOT NULL,
            begun_at_ms INTEGER
        ) STRICT;
        INSERT INTO identity VALUES (randomblob(16), 1, NULL);
        CREATE TABLE IF NOT EXISTS restored (at_ms INTEGER NOT NULL) STRICT;
        """

    /// A file of content is kept once, by the SHA-256 of its bytes, however many contents it belongs to.
    private static let contentVersions = """
        CREATE TABLE content_blob (
            digest BLOB PRIMARY KEY NOT NULL CHECK (length(digest) = 32),
            bytes BLOB NOT NULL
        ) STRICT;
        CREATE TABLE content_file (
            content BLOB NOT NULL CHECK (length(content) = 32),
            path TEXT NOT NULL,
            blob BLOB NOT NULL REFERENCES content_blob (digest),
            PRIMARY KEY (content, path)
        ) STRICT;
        CREATE INDEX content_file_of_blob ON content_file (blob);
        CREATE TABLE content_version (
            number INTEGER PRIMARY KEY NOT NULL,
            content BLOB NOT NULL,
            author TEXT NOT NULL,
            at_ms INTEGER NOT NULL,
            reason TEXT NOT NULL,
            origin TEXT NOT NULL CHECK (origin IN ('files', 'published', 'rolled back')),
            rolled_back_to INTEGER REFERENCES content_version (number),
            from_ms INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX content_version_by_start ON content_version (from_ms, number);
        CREATE INDEX content_version_of_content ON content_version (content);
        CREATE TABLE content_draft (
            name TEXT PRIMARY KEY NOT NULL,
            revision INTEGER NOT NULL,
            content BLOB NOT NULL,
            author TEXT NOT NULL,
            at_ms INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE store_currency (
            store TEXT PRIMARY KEY NOT NULL,
            currency TEXT NOT NULL
        ) STRICT;
        """

    /// A row names a listing (by chain, slot, position and revision), an item, or a store alone. Listings that start at
    /// `until_ms` or later aren't covered any more.
    private static let withdrawals = """
        CREATE TABLE withdrawal (
            id INTEGER PRIMARY KEY NOT NULL,
            store TEXT,
            item TEXT,
            chain BLOB,
            slot INTEGER,
            position INTEGER,
            revision INTEGER,
            start_ms INTEGER,
            end_ms INTEGER,
            reason TEXT NOT NULL,
            "by" TEXT NOT NULL,
            key TEXT NOT NULL,
            at_ms INTEGER NOT NULL,
            until_ms INTEGER,
            lift_reason TEXT,
            lift_by TEXT,
            lift_key TEXT,
            lifted_at_ms INTEGER,
            UNIQUE ("by", key),
            UNIQUE (lift_by, lift_key),
            CHECK (store IS NOT NULL OR item IS NOT NULL),
            CHECK (chain IS NULL OR (store IS NOT NULL AND item IS NULL AND until_ms IS NULL))
        ) STRICT;
        CREATE INDEX withdrawn_listing ON withdrawal (chain, slot, position) WHERE chain IS NOT NULL;
        CREATE INDEX withdrawn_item ON withdrawal (item) WHERE item IS NOT NULL;
        CREATE INDEX withdrawn_store ON withdrawal (store) WHERE item IS NULL AND chain IS NULL;
        """

    /// A row is a replacement (with a position, a start and an item) or a redraw (with an instant to begin from).
    private static let listingChanges = """
        CREATE TABLE listing_change (
            store TEXT NOT NULL,
            number INTEGER NOT NULL,
            position INTEGER,
            start_ms INTEGER,
            item TEXT,
            from_ms INTEGER,
            listings INTEGER NOT NULL,
            reason TEXT NOT NULL,
            "by" TEXT NOT NULL,
            key TEXT NOT NULL,
            at_ms INTEGER NOT NULL,
            PRIMARY KEY (store, number),
            UNIQUE ("by", key),
            CHECK ((from_ms IS NULL) = (item IS NOT NULL)),
            CHECK ((item IS NULL) = (position IS NULL) AND (item IS NULL) = (start_ms IS NULL))
        ) STRICT;
        """
}
