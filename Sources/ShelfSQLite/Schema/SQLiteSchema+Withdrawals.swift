extension SQLiteSchema {
    /// When stores were paused and resumed. The newest row of a store says which of the two holds.
    static let pauses = """
        CREATE TABLE store_pause (
            number INTEGER PRIMARY KEY NOT NULL,
            store TEXT NOT NULL,
            paused INTEGER NOT NULL CHECK (paused IN (0, 1)),
            reason TEXT NOT NULL,
            "by" TEXT NOT NULL,
            at_ms INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX pause_of_store ON store_pause (store, number);
        """
}
