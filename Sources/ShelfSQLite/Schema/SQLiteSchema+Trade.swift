extension SQLiteSchema {
    /// A commit writes each page anew that one of its rows is on, so a purchase is cheap if most of its rows go to the end
    /// of a table or an index. Its key is in the one index by player (`UNIQUE (player, key)`), the entry of its payment is
    /// found by the purchase, and the purchases of items and listings are filed later, many at once: `filed` has the
    /// number of the last purchase that is, and how many came since.
    static let fewPages = """
        DROP INDEX purchase_of_player;
        DROP INDEX purchase_of_item;
        DROP INDEX purchase_of_listing;
        DROP INDEX entry_of_player;
        CREATE INDEX entry_of_player ON entry (player) WHERE purchase IS NULL OR amount > 0;
        CREATE INDEX entry_of_purchase ON entry (purchase) WHERE purchase IS NOT NULL;
        CREATE TABLE item_purchase (
            item TEXT NOT NULL,
            purchase INTEGER NOT NULL,
            PRIMARY KEY (item, purchase)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE listing_purchase (
            chain BLOB NOT NULL,
            slot INTEGER NOT NULL,
            position INTEGER NOT NULL,
            revision INTEGER NOT NULL,
            purchase INTEGER NOT NULL,
            PRIMARY KEY (chain, slot, position, revision, purchase)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE filed (
            until INTEGER NOT NULL,
            since INTEGER NOT NULL
        ) STRICT;
        INSERT INTO item_purchase SELECT item, id FROM purchase ORDER BY item, id;
        INSERT INTO listing_purchase SELECT chain, slot, position, revision, id FROM purchase
            ORDER BY chain, slot, position, revision, id;
        INSERT INTO filed SELECT COALESCE(MAX(id), 0), 0 FROM purchase;
        CREATE TRIGGER purchase_forgotten AFTER DELETE ON purchase BEGIN
            DELETE FROM item_purchase WHERE item = OLD.item AND purchase = OLD.id;
            DELETE FROM listing_purchase WHERE chain = OLD.chain AND slot = OLD.slot AND position = OLD.position
                AND revision = OLD.revision AND purchase = OLD.id;
        END;
        """
}
