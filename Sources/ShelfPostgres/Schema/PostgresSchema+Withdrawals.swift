extension PostgresSchema {
    /// When stores were paused and resumed. The newest row of a store says which of the two holds.
    static let pauses = """
        CREATE TABLE store_pause (
            number BIGINT PRIMARY KEY,
            store TEXT COLLATE "C" NOT NULL,
            paused BIGINT NOT NULL CHECK (paused IN (0, 1)),
            reason TEXT NOT NULL,
            "by" TEXT NOT NULL,
            at_ms BIGINT NOT NULL
        );
        CREATE INDEX pause_of_store ON store_pause (store, number);
        """
}
