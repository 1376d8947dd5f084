import ShelfDatabase
import ShelfSQL

/// The tables, version by version. A migration that has shipped is never changed.
///
/// Each only adds, so that servers of the version before go on while it is made and after it. What it replaces goes
/// with a later one, which no longer accepts those servers.
struct PostgresSchema {
    private static let migrations = [
        Migration(accepts: 1, sql: first), Migration(accepts: 1, sql: "ALTER TABLE audit ADD COLUMN route TEXT"),
        Migration(accepts: 1, sql: withdrawnOnce), Migration(accepts: 1, sql: boundedMoney),
        Migration(accepts: 1, sql: files), Migration(accepts: 1, sql: pictures),
        Migration(accepts: 1, sql: packs), Migration(accepts: 1, sql: invitations),
        Migration(accepts: 1, sql: wrappingKeys), Migration(accepts: 1, sql: cancelledVersions),
        Migration(accepts: 1, sql: pauses), Migration(accepts: 1, sql: picturesByPipeline),
        Migration(accepts: 1, sql: "ALTER TABLE pack_release ADD COLUMN bare_levels BIGINT NOT NULL DEFAULT 0"),
        Migration(accepts: 1, sql: zones),
    ]

    struct Migration {
        /// The version of the tables that a server must know at least to go on with these.
        let accepts: Int64
        let sql: String
    }

    let migrations: [Migration]

    init(_ migrations: [Migration] = PostgresSchema.migrations) {
        self.migrations = migrations
    }

    /// Makes the tables right, one server at a time.
    ///
    /// - Throws: ``PostgresSchemaError`` when they are those of a later version that doesn't accept this one.
    func migrate(in session: PostgresSession) throws {
        try session.take(.migration)
        try session.connection.runScript(
            "CREATE TABLE IF NOT EXISTS schema_version (number BIGINT PRIMARY KEY, accepts BIGINT NOT NULL)",
            deadline: session.deadline)
        let row = try session.row("SELECT number, accepts FROM schema_version ORDER BY number DESC LIMIT 1")
        let (present, accepts) = row.map { ($0[0] as Int64, $0[1] as Int64) } ?? (0, 0)
        guard accepts <= migrations.count else {
            throw PostgresSchemaError(found: present, accepts: accepts, known: Int64(migrations.count))
        }
        for (index, migration) in migrations.enumerated() where index >= present {
            try session.connection.runScript(migration.sql, deadline: session.deadline)
            try session.run("INSERT INTO schema_version VALUES ($1, $2)", [index + 1, migration.accepts])
        }
    }

    /// Removes all tables, so that there is room for another shop.
    static func drop(in session: PostgresSession) throws {
        let tables = ShopTable.all.map(\.name) + ["schema_version", "moved", "arriving"]
        for table in tables { try session.run("DROP TABLE IF EXISTS \"\(table)\" CASCADE") }
        try session.run("DROP SEQUENCE IF EXISTS node")
        try session.run("DROP FUNCTION IF EXISTS moved()")
    }

    /// Text is compared by its bytes (collation "C"), as SQLite and the engine do.
    ///
    /// What is written with each purchase doesn't refer to its player or its card by a foreign key: the checks would
    /// cost a quarter of its writing, the player's lock says already that there is one, and neither is ever deleted.
    ///
    /// `card` is found by the hash of its text, because an index can't hold long texts; it names the item's set, which
    /// the numbers need. `window` isn't compressed, since its bytes are sealed. Tables whose rows change with each
    /// purchase leave room on their pages, so that a change needs no new entry in an index.
    private static let first = """
        CREATE SEQUENCE node;

        CREATE TABLE store (
            id TEXT COLLATE "C" PRIMARY KEY,
            signing_seed BYTEA NOT NULL,
            schedule_seed BYTEA NOT NULL,
            card_bytes BIGINT NOT NULL,
            created_at_ms BIGINT NOT NULL
        );

        CREATE TABLE chain (
            place BIGINT GENERATED ALWAYS AS IDENTITY UNIQUE,
            id BYTEA PRIMARY KEY,
            store TEXT COLLATE "C" NOT NULL REFERENCES store (id),
            previous BYTEA,
            epoch_ms BIGINT NOT NULL,
            slots BIGINT NOT NULL,
            lead_ms BIGINT NOT NULL,
            app_secret BYTEA,
            spacing BIGINT NOT NULL,
            checkpoints BYTEA NOT NULL,
            UNIQUE NULLS NOT DISTINCT (store, previous)
        );

        CREATE TABLE listing (
            store TEXT COLLATE "C" NOT NULL REFERENCES store (id),
            position BIGINT NOT NULL,
            start_ms BIGINT NOT NULL,
            revision BIGINT NOT NULL,
            seconds BIGINT NOT NULL,
            item TEXT COLLATE "C" NOT NULL,
            chain BYTEA NOT NULL,
            slot BIGINT NOT NULL,
            card BYTEA NOT NULL,
            sealed BYTEA NOT NULL,
            PRIMARY KEY (store, start_ms, position, revision)
        );

        CREATE TABLE "window" (
            store TEXT COLLATE "C" NOT NULL REFERENCES store (id),
            sequence BIGINT NOT NULL,
            issued_at_ms BIGINT NOT NULL,
            digest TEXT COLLATE "C" NOT NULL,
            editions_sold TEXT NOT NULL,
            bytes BYTEA NOT NULL,
            PRIMARY KEY (store, sequence)
        );
        ALTER TABLE "window" ALTER COLUMN bytes SET STORAGE EXTERNAL;
        ALTER TABLE listing ALTER COLUMN sealed SET STORAGE EXTERNAL;

        CREATE TABLE secret (
            name TEXT COLLATE "C" PRIMARY KEY,
            bytes BYTEA NOT NULL
        );

        CREATE TABLE player (
            id BIGINT PRIMARY KEY,
            credential BYTEA NOT NULL UNIQUE,
            created_at_ms BIGINT NOT NULL
        );
        CREATE INDEX player_by_time ON player (created_at_ms);

        CREATE TABLE token_family (
            id BIGINT PRIMARY KEY,
            player BIGINT NOT NULL REFERENCES player (id),
            newest BYTEA NOT NULL,
            expires_at_ms BIGINT NOT NULL
        ) WITH (fillfactor = 70);
        CREATE INDEX token_family_of_player ON token_family (player, expires_at_ms);
        CREATE INDEX token_family_by_end ON token_family (expires_at_ms);

        CREATE TABLE wallet (
            player BIGINT NOT NULL,
            currency TEXT COLLATE "C" NOT NULL,
            balance BIGINT NOT NULL CHECK (balance >= 0),
            PRIMARY KEY (player, currency)
        ) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02);

        CREATE TABLE entry (
            id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
            at_ms BIGINT NOT NULL,
            player BIGINT NOT NULL,
            currency TEXT COLLATE "C" NOT NULL,
            amount BIGINT NOT NULL,
            counterpart TEXT NOT NULL,
            reason TEXT NOT NULL,
            "by" TEXT COLLATE "C" NOT NULL,
            key TEXT COLLATE "C" NOT NULL,
            purchase BIGINT
        );
        CREATE INDEX entry_of_player ON entry (player, id);
        CREATE UNIQUE INDEX entry_key ON entry ("by", key) WHERE purchase IS NULL;
        CREATE INDEX entry_by_time ON entry (at_ms) WHERE purchase IS NULL;

        CREATE TABLE card (
            id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
            text BYTEA NOT NULL,
            "set" TEXT COLLATE "C"
        );
        CREATE UNIQUE INDEX card_of_text ON card (sha256(text));

        CREATE TABLE purchase (
            id BIGINT PRIMARY KEY,
            player BIGINT NOT NULL,
            key TEXT COLLATE "C" NOT NULL,
            at_ms BIGINT NOT NULL,
            store TEXT COLLATE "C" NOT NULL,
            chain BYTEA NOT NULL,
            slot BIGINT NOT NULL,
            position BIGINT NOT NULL,
            revision BIGINT NOT NULL,
            item TEXT COLLATE "C" NOT NULL,
            currency TEXT COLLATE "C" NOT NULL,
            offered BIGINT NOT NULL,
            refusal TEXT,
            number BIGINT,
            card BIGINT,
            refusal_place BIGINT,
            UNIQUE (player, key)
        );
        CREATE INDEX purchase_of_player ON purchase (player, id);
        CREATE INDEX numbered_purchase_of_player ON purchase (player) WHERE number IS NOT NULL;
        CREATE INDEX purchase_of_item ON purchase (item, id);
        CREATE INDEX purchase_of_listing ON purchase (chain, slot, position, id);
        CREATE INDEX purchase_by_time ON purchase (at_ms, player) WHERE refusal IS NULL;
        CREATE INDEX refused ON purchase (at_ms) WHERE refusal IS NOT NULL;
        CREATE UNIQUE INDEX refusal_of_player ON purchase (player, refusal_place) WHERE refusal_place IS NOT NULL;

        CREATE TABLE reversal (
            purchase BIGINT PRIMARY KEY REFERENCES purchase (id),
            kind TEXT NOT NULL,
            reason TEXT NOT NULL,
            "by" TEXT COLLATE "C" NOT NULL,
            key TEXT COLLATE "C" NOT NULL,
            at_ms BIGINT NOT NULL,
            UNIQUE ("by", key)
        );
        CREATE INDEX reversal_by_time ON reversal (at_ms);

        CREATE TABLE audit (
            id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
            at_ms BIGINT NOT NULL,
            "by" TEXT NOT NULL,
            what TEXT NOT NULL,
            status BIGINT NOT NULL,
            player BIGINT,
            purchase BIGINT,
            currency TEXT,
            amount BIGINT,
            reason TEXT
        );

        CREATE TABLE owned (
            player BIGINT NOT NULL,
            item TEXT COLLATE "C" NOT NULL,
            count BIGINT NOT NULL CHECK (count >= 0),
            card BIGINT,
            PRIMARY KEY (player, item)
        ) WITH (fillfactor = 70);

        CREATE TABLE edition (
            item TEXT COLLATE "C" PRIMARY KEY,
            sold BIGINT NOT NULL
        ) WITH (fillfactor = 20, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);

        CREATE TABLE stock (
            store TEXT COLLATE "C" NOT NULL,
            chain BYTEA NOT NULL,
            slot BIGINT NOT NULL,
            position BIGINT NOT NULL,
            revision BIGINT NOT NULL,
            sold BIGINT NOT NULL,
            PRIMARY KEY (chain, slot, position, revision, store)
        ) WITH (fillfactor = 50);

        CREATE TABLE tally (
            player BIGINT NOT NULL,
            what TEXT COLLATE "C" NOT NULL,
            count BIGINT NOT NULL,
            PRIMARY KEY (player, what)
        ) WITH (fillfactor = 70);

        CREATE TABLE top_up (
            id TEXT COLLATE "C" PRIMARY KEY,
            player BIGINT REFERENCES player (id),
            product TEXT,
            currency TEXT COLLATE "C",
            amount BIGINT CHECK (amount > 0),
            revoked BIGINT NOT NULL,
            revised_at_ms BIGINT,
            given BIGINT NOT NULL,
            CHECK ((player IS NULL) = (product IS NULL)),
            CHECK ((player IS NULL) = (currency IS NULL)),
            CHECK ((player IS NULL) = (amount IS NULL))
        );

        CREATE TABLE identity (
            one BOOLEAN PRIMARY KEY DEFAULT TRUE CHECK (one),
            id BYTEA NOT NULL CHECK (length(id) = 16),
            incarnation BIGINT NOT NULL,
            begun_at_ms BIGINT
        );
        INSERT INTO identity (id, incarnation) VALUES (uuid_send(gen_random_uuid()), 1);
        CREATE TABLE restored (at_ms BIGINT NOT NULL);

        CREATE TABLE closed (one BOOLEAN PRIMARY KEY DEFAULT TRUE CHECK (one), until_ms BIGINT NOT NULL);

        CREATE TABLE store_hour (
            hour_ms BIGINT NOT NULL,
            store TEXT COLLATE "C" NOT NULL,
            currency TEXT COLLATE "C" NOT NULL,
            sold BIGINT NOT NULL,
            revenue BIGINT NOT NULL,
            refunds BIGINT NOT NULL,
            refunded BIGINT NOT NULL,
            revocations BIGINT NOT NULL,
            PRIMARY KEY (hour_ms, store, currency)
        );

        CREATE TABLE listing_hour (
            hour_ms BIGINT NOT NULL,
            store TEXT COLLATE "C" NOT NULL,
            chain BYTEA NOT NULL,
            slot BIGINT NOT NULL,
            position BIGINT NOT NULL,
            revision BIGINT NOT NULL,
            item TEXT COLLATE "C" NOT NULL,
            "set" TEXT COLLATE "C",
            currency TEXT COLLATE "C" NOT NULL,
            sold BIGINT NOT NULL,
            revenue BIGINT NOT NULL,
            refunds BIGINT NOT NULL,
            refunded BIGINT NOT NULL,
            revocations BIGINT NOT NULL,
            PRIMARY KEY (hour_ms, store, chain, slot, position, revision, item, currency)
        );

        CREATE TABLE money_hour (
            hour_ms BIGINT NOT NULL,
            currency TEXT COLLATE "C" NOT NULL,
            counterpart TEXT COLLATE "C" NOT NULL,
            entries BIGINT NOT NULL,
            given BIGINT NOT NULL,
            taken BIGINT NOT NULL,
            PRIMARY KEY (hour_ms, currency, counterpart)
        );

        CREATE TABLE player_hour (
            hour_ms BIGINT NOT NULL,
            hours_since BIGINT NOT NULL,
            players BIGINT NOT NULL,
            PRIMARY KEY (hour_ms, hours_since)
        );

        CREATE TABLE content_blob (
            digest BYTEA PRIMARY KEY CHECK (length(digest) = 32),
            bytes BYTEA NOT NULL
        );
        CREATE TABLE content_file (
            content BYTEA NOT NULL CHECK (length(content) = 32),
            path TEXT COLLATE "C" NOT NULL,
            blob BYTEA NOT NULL REFERENCES content_blob (digest),
            PRIMARY KEY (content, path)
        );
        CREATE INDEX content_file_of_blob ON content_file (blob);
        CREATE TABLE content_version (
            number BIGINT PRIMARY KEY,
            content BYTEA NOT NULL,
            author TEXT NOT NULL,
            at_ms BIGINT NOT NULL,
            reason TEXT NOT NULL,
            origin TEXT NOT NULL CHECK (origin IN ('files', 'published', 'rolled back')),
            rolled_back_to BIGINT REFERENCES content_version (number),
            from_ms BIGINT NOT NULL
        );
        CREATE INDEX content_version_by_start ON content_version (from_ms, number);
        CREATE INDEX content_version_of_content ON content_version (content);
        CREATE TABLE content_draft (
            name TEXT COLLATE "C" PRIMARY KEY,
            revision BIGINT NOT NULL,
            content BYTEA NOT NULL,
            author TEXT NOT NULL,
            at_ms BIGINT NOT NULL
        );

        CREATE TABLE withdrawal (
            id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
            store TEXT COLLATE "C",
            item TEXT COLLATE "C",
            chain BYTEA,
            slot BIGINT,
            position BIGINT,
            revision BIGINT,
            start_ms BIGINT,
            end_ms BIGINT,
            reason TEXT NOT NULL,
            "by" TEXT COLLATE "C" NOT NULL,
            key TEXT COLLATE "C" NOT NULL,
            at_ms BIGINT NOT NULL,
            until_ms BIGINT,
            lift_reason TEXT,
            lift_by TEXT COLLATE "C",
            lift_key TEXT COLLATE "C",
            lifted_at_ms BIGINT,
            UNIQUE ("by", key),
            UNIQUE (lift_by, lift_key),
            CHECK (store IS NOT NULL OR item IS NOT NULL),
            CHECK (chain IS NULL OR (store IS NOT NULL AND item IS NULL AND until_ms IS NULL))
        );
        CREATE INDEX withdrawn_listing ON withdrawal (chain, slot, position) WHERE chain IS NOT NULL;
        CREATE INDEX withdrawn_item ON withdrawal (item) WHERE item IS NOT NULL;
        CREATE INDEX withdrawn_store ON withdrawal (store) WHERE item IS NULL AND chain IS NULL;

        CREATE TABLE listing_change (
            store TEXT COLLATE "C" NOT NULL,
            number BIGINT NOT NULL,
            position BIGINT,
            start_ms BIGINT,
            item TEXT COLLATE "C",
            from_ms BIGINT,
            listings BIGINT NOT NULL,
            reason TEXT NOT NULL,
            "by" TEXT COLLATE "C" NOT NULL,
            key TEXT COLLATE "C" NOT NULL,
            at_ms BIGINT NOT NULL,
            PRIMARY KEY (store, number),
            UNIQUE ("by", key),
            CHECK ((from_ms IS NULL) = (item IS NOT NULL)),
            CHECK ((item IS NULL) = (position IS NULL) AND (item IS NULL) = (start_ms IS NULL))
        );
        """

    /// An item or a store that is off sale is withdrawn once, until that is lifted.
    ///
    /// Earlier builds could make several withdrawals of the same at once. The first of them holds on and covers
    /// what all of them have covered. The others are lifted as of the moment they were made, so that one lift is
    /// enough. A listing's withdrawals, which nobody lifts, stay as they are.
    ///
    /// A server of the version before that loses such a race answers with an error, and with the first when it is asked
    /// again. The lock keeps it from adding another one before there is the index.
    private static let withdrawnOnce = """
        LOCK TABLE withdrawal IN SHARE ROW EXCLUSIVE MODE;
        UPDATE withdrawal SET until_ms = at_ms + 660000, lift_reason = 'the same as an earlier withdrawal',
            lift_by = 'server', lift_key = 'the same as an earlier withdrawal ' || id, lifted_at_ms = at_ms
        WHERE chain IS NULL AND until_ms IS NULL AND EXISTS (
            SELECT 1 FROM withdrawal AS earlier
            WHERE earlier.chain IS NULL AND earlier.until_ms IS NULL AND earlier.id < withdrawal.id
                AND COALESCE(earlier.store, '') = COALESCE(withdrawal.store, '')
                AND COALESCE(earlier.item, '') = COALESCE(withdrawal.item, ''));
        CREATE UNIQUE INDEX withdrawn_once ON withdrawal ((COALESCE(store, '')), (COALESCE(item, '')))
            WHERE chain IS NULL AND until_ms IS NULL;
        """

    /// A wallet holds 2^53 - 1 at most (`Money.most`), and an entry is a difference of two balances.
    ///
    /// Earlier builds allowed more, which no page could read. What is beyond is taken by a correction of `server`,
    /// which stands in the journal, so that each balance is still the sum of its entries.
    ///
    /// Whatever reads or writes wallets waits meanwhile. A server of the version before that would go beyond answers
    /// with an error, and nothing is changed.
    private static let boundedMoney = """
        LOCK TABLE wallet IN ACCESS EXCLUSIVE MODE;
        INSERT INTO entry (at_ms, player, currency, amount, counterpart, reason, "by", key)
        SELECT (EXTRACT(EPOCH FROM clock_timestamp()) * 1000)::bigint, player, currency, 9007199254740991 - balance,
            'corrections', 'more than a wallet can hold', 'server',
            'more than a wallet can hold ' || player || ' ' || currency
        FROM wallet WHERE balance > 9007199254740991;
        UPDATE wallet SET balance = 9007199254740991 WHERE balance > 9007199254740991;
        ALTER TABLE wallet ADD CONSTRAINT wallet_most CHECK (balance <= 9007199254740991);
        """

    /// Files in parts. `whole_at_ms` is NULL until all of a file's parts have arrived, and once it is being deleted. The
    /// bytes of pictures and databases are compressed already, so PostgreSQL doesn't try.
    private static let files = """
        CREATE TABLE file (
            digest BYTEA PRIMARY KEY,
            length BIGINT NOT NULL CHECK (length > 0),
            renewed_at_ms BIGINT NOT NULL,
            whole_at_ms BIGINT
        );
        CREATE INDEX file_by_time ON file (renewed_at_ms);
        CREATE TABLE file_part (
            file BYTEA NOT NULL REFERENCES file (digest),
            part BIGINT NOT NULL,
            bytes BYTEA NOT NULL,
            PRIMARY KEY (file, part)
        );
        ALTER TABLE file_part ALTER COLUMN bytes SET STORAGE EXTERNAL;
        """

    /// Pictures by their masters, and the files of each. `named_at_ms` is when a content version first named one.
    private static let pictures = """
        CREATE TABLE picture (
            master BYTEA PRIMARY KEY CHECK (length(master) = 32),
            name BYTEA NOT NULL UNIQUE CHECK (length(name) = 16),
            thumb BYTEA NOT NULL,
            renewed_at_ms BIGINT NOT NULL,
            named_at_ms BIGINT,
            shown_from_ms BIGINT,
            removed_at_ms BIGINT,
            removal_reason TEXT
        );
        CREATE TABLE picture_variant (
            picture BYTEA NOT NULL REFERENCES picture (master),
            width BIGINT NOT NULL CHECK (width > 0),
            file BYTEA NOT NULL,
            PRIMARY KEY (picture, width)
        );
        CREATE INDEX picture_variant_of_file ON picture_variant (file);
        CREATE INDEX picture_shown ON picture (shown_from_ms) WHERE shown_from_ms IS NOT NULL;
        CREATE INDEX picture_removed ON picture (removed_at_ms) WHERE removed_at_ms IS NOT NULL;
        """

    /// A master has a picture of each pipeline that made one. The first had no number.
    private static let picturesByPipeline = """
        ALTER TABLE picture_variant DROP CONSTRAINT picture_variant_picture_fkey;
        ALTER TABLE picture_variant DROP CONSTRAINT picture_variant_pkey;
        ALTER TABLE picture DROP CONSTRAINT picture_pkey;
        ALTER TABLE picture ADD COLUMN pipeline BIGINT NOT NULL DEFAULT 1;
        ALTER TABLE picture ADD PRIMARY KEY (master, pipeline);
        ALTER TABLE picture_variant ADD COLUMN pipeline BIGINT NOT NULL DEFAULT 1;
        ALTER TABLE picture_variant ADD PRIMARY KEY (picture, pipeline, width);
        ALTER TABLE picture_variant ADD FOREIGN KEY (picture, pipeline) REFERENCES picture (master, pipeline);
        """

    /// Releases of packs, how each becomes another one, and all moves of channels. `content_key` has the seed of the key
    /// that documents of channels are signed with, `content_bundle` the bundles of versions and drafts, and `pack_source`
    /// which release was made of a bundle and its pictures.
    private static let packs = """
        CREATE TABLE content_key (seed BYTEA NOT NULL CHECK (length(seed) = 32));
        CREATE TABLE content_bundle (
            content BYTEA NOT NULL CHECK (length(content) = 32),
            file BYTEA NOT NULL CHECK (length(file) = 32),
            PRIMARY KEY (content, file)
        );
        CREATE INDEX content_bundle_of_file ON content_bundle (file);
        CREATE TABLE pack_source (
            pack TEXT COLLATE "C" NOT NULL,
            digest BYTEA NOT NULL CHECK (length(digest) = 32),
            release BIGINT NOT NULL,
            PRIMARY KEY (pack, digest)
        );
        CREATE TABLE pack_release (
            pack TEXT COLLATE "C" NOT NULL,
            number BIGINT NOT NULL CHECK (number > 0),
            content BYTEA NOT NULL CHECK (length(content) = 32),
            engine BIGINT NOT NULL,
            levels BIGINT NOT NULL,
            snapshot BYTEA NOT NULL,
            snapshot_bytes BIGINT NOT NULL,
            version BIGINT NOT NULL,
            at_ms BIGINT NOT NULL,
            shown_from_ms BIGINT,
            PRIMARY KEY (pack, number),
            UNIQUE (pack, content)
        );
        CREATE INDEX pack_release_of_snapshot ON pack_release (snapshot);
        CREATE TABLE pack_delta (
            pack TEXT COLLATE "C" NOT NULL,
            to_number BIGINT NOT NULL,
            from_number BIGINT NOT NULL,
            file BYTEA NOT NULL,
            bytes BIGINT NOT NULL,
            PRIMARY KEY (pack, to_number, from_number)
        );
        CREATE INDEX pack_delta_of_file ON pack_delta (file);
        CREATE TABLE pack_move (
            pack TEXT COLLATE "C" NOT NULL,
            channel TEXT COLLATE "C" NOT NULL,
            sequence BIGINT NOT NULL,
            word TEXT COLLATE "C",
            release BIGINT NOT NULL,
            share BIGINT CHECK (share BETWEEN 1 AND 9999),
            others BIGINT,
            reason TEXT NOT NULL,
            "by" TEXT COLLATE "C" NOT NULL,
            PRIMARY KEY (pack, channel, sequence),
            CHECK ((share IS NULL) = (others IS NULL))
        );
        """
}
