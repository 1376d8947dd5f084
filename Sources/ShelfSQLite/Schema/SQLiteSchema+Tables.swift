extension SQLiteSchema {
    /// Text is compared by its bytes, as SQLite does unless it is told otherwise.
    ///
    /// Where a comment is missing, `PostgresSchema` has the same table. What differs: rows of most keys are kept in the
    /// order of the key (`WITHOUT ROWID`); an index ends with the row's number by itself; `purchase_by_time` holds
    /// `refusal`, too, though it is always NULL there, because SQLite would read each purchase without it.
    ///
    /// Purchases (refused ones included) and journal entries get growing numbers, so that new rows are appended at the
    /// end of the table. `identity` always has exactly one row. `restored` gets a row each time the database is
    /// restored from a backup. `closed` has no row until the first hour is closed, and then one. `player_hour` counts
    /// the players who were active in an hour by how many hours ago they were last active before: 24 stands for a
    /// longer time, and 0 for players who came for the first time. By that, the different players of any 24 hours in a
    /// row can be counted.
    ///
    /// A withdrawal names a listing (by chain, slot, position and revision), an item, or a store alone; listings that
    /// start at `until_ms` or later aren't covered any more. A change of listings is a replacement (with a position, a
    /// start and an item) or a redraw (with an instant to begin from).
    static let tables = """
        CREATE TABLE store (
            id TEXT PRIMARY KEY NOT NULL,
            signing_seed BLOB NOT NULL,
            schedule_seed BLOB NOT NULL,
            card_bytes INTEGER NOT NULL,
            created_at_ms INTEGER NOT NULL
        ) STRICT;

        CREATE TABLE chain (
            place INTEGER PRIMARY KEY NOT NULL,
            id BLOB NOT NULL UNIQUE,
            store TEXT NOT NULL REFERENCES store (id),
            previous BLOB,
            epoch_ms INTEGER NOT NULL,
            slots INTEGER NOT NULL,
            lead_ms INTEGER NOT NULL,
            app_secret BLOB,
            spacing INTEGER NOT NULL,
            checkpoints BLOB NOT NULL
        ) STRICT;
        CREATE UNIQUE INDEX successor ON chain (store, previous);
        CREATE UNIQUE INDEX first_chain ON chain (store) WHERE previous IS NULL;

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

        CREATE TABLE secret (
            name TEXT PRIMARY KEY NOT NULL,
            bytes BLOB NOT NULL
        ) STRICT;

        CREATE TABLE player (
            id INTEGER PRIMARY KEY NOT NULL,
            credential BLOB NOT NULL UNIQUE,
            created_at_ms INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX player_by_time ON player (created_at_ms);

        CREATE TABLE token_family (
            id INTEGER PRIMARY KEY NOT NULL,
            player INTEGER NOT NULL REFERENCES player (id),
            newest BLOB NOT NULL,
            expires_at_ms INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX token_family_of_player ON token_family (player, expires_at_ms);
        CREATE INDEX token_family_by_end ON token_family (expires_at_ms);

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
        CREATE INDEX entry_by_time ON entry (at_ms) WHERE purchase IS NULL;

        CREATE TABLE card (
            id INTEGER PRIMARY KEY NOT NULL,
            text BLOB NOT NULL UNIQUE,
            "set" TEXT
        ) STRICT;

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
            card INTEGER REFERENCES card (id),
            refusal_place INTEGER,
            UNIQUE (player, key)
        ) STRICT;
        CREATE INDEX purchase_of_player ON purchase (player);
        CREATE INDEX numbered_purchase_of_player ON purchase (player) WHERE number IS NOT NULL;
        CREATE INDEX purchase_of_item ON purchase (item);
        CREATE INDEX purchase_of_listing ON purchase (chain, slot, position);
        CREATE INDEX purchase_by_time ON purchase (at_ms, player, refusal) WHERE refusal IS NULL;
        CREATE INDEX refused ON purchase (at_ms) WHERE refusal IS NOT NULL;
        CREATE UNIQUE INDEX refusal_of_player ON purchase (player, refusal_place) WHERE refusal_place IS NOT NULL;

        CREATE TABLE reversal (
            purchase INTEGER PRIMARY KEY NOT NULL REFERENCES purchase (id),
            kind TEXT NOT NULL,
            reason TEXT NOT NULL,
            "by" TEXT NOT NULL,
            key TEXT NOT NULL,
            at_ms INTEGER NOT NULL,
            UNIQUE ("by", key)
        ) STRICT;
        CREATE INDEX reversal_by_time ON reversal (at_ms);

        CREATE TABLE audit (
            id INTEGER PRIMARY KEY NOT NULL,
            at_ms INTEGER NOT NULL,
            "by" TEXT NOT NULL,
            what TEXT NOT NULL,
            status INTEGER NOT NULL,
            player INTEGER,
            purchase INTEGER,
            currency TEXT,
            amount INTEGER,
            reason TEXT,
            route TEXT
        ) STRICT;

        CREATE TABLE owned (
            player INTEGER NOT NULL REFERENCES player (id),
            item TEXT NOT NULL,
            count INTEGER NOT NULL CHECK (count >= 0),
            card INTEGER REFERENCES card (id),
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

        CREATE TABLE identity (
            id BLOB NOT NULL CHECK (length(id) = 16),
            incarnation INTEGER NOT NULL,
            begun_at_ms INTEGER
        ) STRICT;
        INSERT INTO identity VALUES (randomblob(16), 1, NULL);
        CREATE TABLE restored (at_ms INTEGER NOT NULL) STRICT;

        CREATE TABLE closed (until_ms INTEGER NOT NULL) STRICT;

        CREATE TABLE store_hour (
            hour_ms INTEGER NOT NULL,
            store TEXT NOT NULL,
            currency TEXT NOT NULL,
            sold INTEGER NOT NULL,
            revenue INTEGER NOT NULL,
            refunds INTEGER NOT NULL,
            refunded INTEGER NOT NULL,
            revocations INTEGER NOT NULL,
            PRIMARY KEY (hour_ms, store, currency)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE listing_hour (
            hour_ms INTEGER NOT NULL,
            store TEXT NOT NULL,
            chain BLOB NOT NULL,
            slot INTEGER NOT NULL,
            position INTEGER NOT NULL,
            revision INTEGER NOT NULL,
            item TEXT NOT NULL,
            "set" TEXT,
            currency TEXT NOT NULL,
            sold INTEGER NOT NULL,
            revenue INTEGER NOT NULL,
            refunds INTEGER NOT NULL,
            refunded INTEGER NOT NULL,
            revocations INTEGER NOT NULL,
            PRIMARY KEY (hour_ms, store, chain, slot, position, revision, item, currency)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE money_hour (
            hour_ms INTEGER NOT NULL,
            currency TEXT NOT NULL,
            counterpart TEXT NOT NULL,
            entries INTEGER NOT NULL,
            given INTEGER NOT NULL,
            taken INTEGER NOT NULL,
            PRIMARY KEY (hour_ms, currency, counterpart)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE player_hour (
            hour_ms INTEGER NOT NULL,
            hours_since INTEGER NOT NULL,
            players INTEGER NOT NULL,
            PRIMARY KEY (hour_ms, hours_since)
        ) STRICT, WITHOUT ROWID;

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

    /// An item or a store that is off sale is withdrawn once, until that is lifted.
    ///
    /// Earlier builds could make several withdrawals of the same at once. The first of them holds on and covers
    /// what all of them have covered. The others are lifted as of the moment they were made, so that one lift is
    /// enough. A listing's withdrawals, which nobody lifts, stay as they are.
    static let withdrawnOnce = """
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
    static let boundedMoney = """
        INSERT INTO entry (at_ms, player, currency, amount, counterpart, reason, "by", key)
        SELECT CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER), player, currency, 9007199254740991 - balance,
            'corrections', 'more than a wallet can hold', 'server',
            'more than a wallet can hold ' || player || ' ' || currency
        FROM wallet WHERE balance > 9007199254740991;
        CREATE TABLE bounded_wallet (
            player INTEGER NOT NULL REFERENCES player (id),
            currency TEXT NOT NULL,
            balance INTEGER NOT NULL CHECK (balance BETWEEN 0 AND 9007199254740991),
            PRIMARY KEY (player, currency)
        ) STRICT, WITHOUT ROWID;
        INSERT INTO bounded_wallet SELECT player, currency, MIN(balance, 9007199254740991) FROM wallet;
        DROP TABLE wallet;
        ALTER TABLE bounded_wallet RENAME TO wallet;
        """

    /// Files in parts. `whole_at_ms` is NULL until all of a file's parts have arrived, and once it is being deleted.
    static let files = """
        CREATE TABLE file (
            digest BLOB PRIMARY KEY NOT NULL,
            length INTEGER NOT NULL CHECK (length > 0),
            renewed_at_ms INTEGER NOT NULL,
            whole_at_ms INTEGER
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX file_by_time ON file (renewed_at_ms);
        CREATE TABLE file_part (
            file BLOB NOT NULL REFERENCES file (digest),
            part INTEGER NOT NULL,
            bytes BLOB NOT NULL,
            PRIMARY KEY (file, part)
        ) STRICT;
        """

    /// Pictures by their masters, and the files of each. `named_at_ms` is when a content version first named one.
    static let pictures = """
        CREATE TABLE picture (
            master BLOB PRIMARY KEY NOT NULL CHECK (length(master) = 32),
            name BLOB NOT NULL UNIQUE CHECK (length(name) = 16),
            thumb BLOB NOT NULL,
            renewed_at_ms INTEGER NOT NULL,
            named_at_ms INTEGER,
            shown_from_ms INTEGER,
            removed_at_ms INTEGER,
            removal_reason TEXT
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE picture_variant (
            picture BLOB NOT NULL REFERENCES picture (master),
            width INTEGER NOT NULL CHECK (width > 0),
            file BLOB NOT NULL,
            PRIMARY KEY (picture, width)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX picture_variant_of_file ON picture_variant (file);
        CREATE INDEX picture_shown ON picture (shown_from_ms) WHERE shown_from_ms IS NOT NULL;
        CREATE INDEX picture_removed ON picture (removed_at_ms) WHERE removed_at_ms IS NOT NULL;
        """

    /// A master has a picture of each pipeline that made one. The first had no number.
    static let picturesByPipeline = """
        ALTER TABLE picture_variant RENAME TO former_variant;
        ALTER TABLE picture RENAME TO former_picture;
        DROP INDEX picture_variant_of_file;
        DROP INDEX picture_shown;
        DROP INDEX picture_removed;
        CREATE TABLE picture (
            master BLOB NOT NULL CHECK (length(master) = 32),
            pipeline INTEGER NOT NULL,
            name BLOB NOT NULL UNIQUE CHECK (length(name) = 16),
            thumb BLOB NOT NULL,
            renewed_at_ms INTEGER NOT NULL,
            named_at_ms INTEGER,
            shown_from_ms INTEGER,
            removed_at_ms INTEGER,
            removal_reason TEXT,
            PRIMARY KEY (master, pipeline)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE picture_variant (
            picture BLOB NOT NULL,
            pipeline INTEGER NOT NULL,
            width INTEGER NOT NULL CHECK (width > 0),
            file BLOB NOT NULL,
            PRIMARY KEY (picture, pipeline, width),
            FOREIGN KEY (picture, pipeline) REFERENCES picture (master, pipeline)
        ) STRICT, WITHOUT ROWID;
        INSERT INTO picture SELECT master, 1, name, thumb, renewed_at_ms, named_at_ms, shown_from_ms, removed_at_ms,
            removal_reason FROM former_picture;
        INSERT INTO picture_variant SELECT picture, 1, width, file FROM former_variant;
        DROP TABLE former_variant;
        DROP TABLE former_picture;
        CREATE INDEX picture_variant_of_file ON picture_variant (file);
        CREATE INDEX picture_shown ON picture (shown_from_ms) WHERE shown_from_ms IS NOT NULL;
        CREATE INDEX picture_removed ON picture (removed_at_ms) WHERE removed_at_ms IS NOT NULL;
        """

    /// Releases of packs, how each becomes another one, and all moves of channels. `content_key` has the seed of the key
    /// that documents of channels are signed with, `content_bundle` the bundles of versions and drafts, and `pack_source`
    /// which release was made of a bundle and its pictures.
    static let packs = """
        CREATE TABLE content_key (seed BLOB NOT NULL CHECK (length(seed) = 32)) STRICT;
        CREATE TABLE content_bundle (
            content BLOB NOT NULL CHECK (length(content) = 32),
            file BLOB NOT NULL CHECK (length(file) = 32),
            PRIMARY KEY (content, file)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX content_bundle_of_file ON content_bundle (file);
        CREATE TABLE pack_source (
            pack TEXT NOT NULL,
            digest BLOB NOT NULL CHECK (length(digest) = 32),
            release INTEGER NOT NULL,
            PRIMARY KEY (pack, digest)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE pack_release (
            pack TEXT NOT NULL,
            number INTEGER NOT NULL CHECK (number > 0),
            content BLOB NOT NULL CHECK (length(content) = 32),
            engine INTEGER NOT NULL,
            levels INTEGER NOT NULL,
            snapshot BLOB NOT NULL,
            snapshot_bytes INTEGER NOT NULL,
            version INTEGER NOT NULL,
            at_ms INTEGER NOT NULL,
            shown_from_ms INTEGER,
            PRIMARY KEY (pack, number),
            UNIQUE (pack, content)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX pack_release_of_snapshot ON pack_release (snapshot);
        CREATE TABLE pack_delta (
            pack TEXT NOT NULL,
            to_number INTEGER NOT NULL,
            from_number INTEGER NOT NULL,
            file BLOB NOT NULL,
            bytes INTEGER NOT NULL,
            PRIMARY KEY (pack, to_number, from_number)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX pack_delta_of_file ON pack_delta (file);
        CREATE TABLE pack_move (
            pack TEXT NOT NULL,
            channel TEXT NOT NULL,
            sequence INTEGER NOT NULL,
            word TEXT,
            release INTEGER NOT NULL,
            share INTEGER CHECK (share BETWEEN 1 AND 9999),
            others INTEGER,
            reason TEXT NOT NULL,
            "by" TEXT NOT NULL,
            PRIMARY KEY (pack, channel, sequence),
            CHECK ((share IS NULL) = (others IS NULL))
        ) STRICT, WITHOUT ROWID;
        """
}
