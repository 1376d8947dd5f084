extension SQLiteSchema {
    /// Friend codes, matches with their places, invitations and links into them, who may not invite whom, and
    /// what has happened to players.
    static let invitations = """
        CREATE TABLE friend_code (
            player INTEGER PRIMARY KEY,
            code BLOB NOT NULL UNIQUE CHECK (length(code) = 10),
            at_ms INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE game_match (
            id BLOB PRIMARY KEY CHECK (length(id) = 16),
            size INTEGER NOT NULL CHECK (size BETWEEN 2 AND 16),
            state TEXT NOT NULL CHECK (state IN ('open', 'closed', 'ended')),
            version INTEGER NOT NULL,
            payload BLOB NOT NULL CHECK (length(payload) <= 4096),
            created_at_ms INTEGER NOT NULL,
            changed_at_ms INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX game_match_by_change ON game_match (changed_at_ms);
        CREATE TABLE match_place (
            game_match BLOB NOT NULL,
            place INTEGER NOT NULL,
            player INTEGER NOT NULL,
            left_at_ms INTEGER,
            PRIMARY KEY (game_match, place)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX match_place_of_player ON match_place (player) WHERE left_at_ms IS NULL;
        CREATE TABLE invitation (
            id BLOB PRIMARY KEY CHECK (length(id) = 16),
            game_match BLOB NOT NULL,
            from_player INTEGER NOT NULL,
            to_player INTEGER,
            code BLOB,
            silent INTEGER NOT NULL CHECK (silent IN (0, 1)),
            state TEXT NOT NULL
                CHECK (state IN ('pending', 'accepted', 'declined', 'cancelled', 'superseded', 'ended')),
            at_ms INTEGER NOT NULL,
            expires_at_ms INTEGER NOT NULL,
            settled_at_ms INTEGER,
            CHECK ((state = 'pending') = (settled_at_ms IS NULL)),
            CHECK (to_player IS NOT NULL OR silent = 1)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX invitation_of_sender ON invitation (from_player, expires_at_ms);
        CREATE INDEX invitation_of_addressee ON invitation (to_player, expires_at_ms) WHERE silent = 0;
        CREATE INDEX invitation_shown ON invitation (to_player) WHERE silent = 0 AND state = 'pending';
        CREATE INDEX invitation_of_pair ON invitation (from_player, to_player);
        CREATE INDEX invitation_by_end ON invitation (expires_at_ms);
        CREATE TABLE match_link (
            id BLOB PRIMARY KEY CHECK (length(id) = 16),
            game_match BLOB NOT NULL,
            from_player INTEGER NOT NULL,
            at_ms INTEGER NOT NULL,
            expires_at_ms INTEGER NOT NULL,
            ended_at_ms INTEGER
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX match_link_of_match ON match_link (game_match);
        CREATE INDEX match_link_of_player ON match_link (from_player);
        CREATE TABLE player_block (
            player INTEGER NOT NULL,
            blocked INTEGER NOT NULL,
            id BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
            at_ms INTEGER NOT NULL,
            PRIMARY KEY (player, blocked)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE player_event (
            player INTEGER NOT NULL,
            number INTEGER NOT NULL CHECK (number > 0),
            at_ms INTEGER NOT NULL,
            kind TEXT NOT NULL,
            subject BLOB,
            PRIMARY KEY (player, number)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX player_event_by_time ON player_event (at_ms);
        """
}
