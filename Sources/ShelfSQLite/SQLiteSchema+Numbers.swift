extension SQLiteSchema {
    /// The numbers of closed hours, and the indexes by which an hour's rows are found. Part of a migration, which is
    /// never changed.
    ///
    /// `purchase_by_time` holds the columns by which players are counted, `refusal` too, though it is always NULL there:
    /// without it SQLite would read each purchase.
    ///
    /// `closed` has no row until the first hour is closed, and then one. `player_hour` counts the players who were
    /// active in an hour by how many hours ago they were last active before: 24 stands for a longer time, and 0 for
    /// players who came for the first time. By that, the different players of any 24 hours in a row can be counted.
    static let numbersByHour = """
        CREATE INDEX purchase_by_time ON purchase (at_ms, player, refusal) WHERE refusal IS NULL;
        CREATE INDEX reversal_by_time ON reversal (at_ms);
        CREATE INDEX entry_by_time ON entry (at_ms) WHERE purchase IS NULL;
        CREATE INDEX player_by_time ON player (created_at_ms);

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
        """
}
