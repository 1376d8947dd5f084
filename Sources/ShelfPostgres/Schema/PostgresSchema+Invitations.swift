extension PostgresSchema {
    /// Friend codes, matches with their places, invitations and links into them, who may not invite whom, and
    /// what has happened to players.
    static let invitations = """
        CREATE TABLE friend_code (
            player BIGINT PRIMARY KEY,
            code BYTEA NOT NULL UNIQUE CHECK (octet_length(code) = 10),
            at_ms BIGINT NOT NULL
        );
        CREATE TABLE game_match (
            id BYTEA PRIMARY KEY CHECK (octet_length(id) = 16),
            size BIGINT NOT NULL CHECK (size BETWEEN 2 AND 16),
            state TEXT COLLATE "C" NOT NULL CHECK (state IN ('open', 'closed', 'ended')),
            version BIGINT NOT NULL,
            payload BYTEA NOT NULL CHECK (octet_length(payload) <= 4096),
            created_at_ms BIGINT NOT NULL,
            changed_at_ms BIGINT NOT NULL
        );
        CREATE INDEX game_match_by_change ON game_match (changed_at_ms);
        CREATE TABLE match_place (
            game_match BYTEA NOT NULL,
            place BIGINT NOT NULL,
            player BIGINT NOT NULL,
            left_at_ms BIGINT,
            PRIMARY KEY (game_match, place)
        );
        CREATE INDEX match_place_of_player ON match_place (player) WHERE left_at_ms IS NULL;
        CREATE TABLE invitation (
            id BYTEA PRIMARY KEY CHECK (octet_length(id) = 16),
            game_match BYTEA NOT NULL,
            from_player BIGINT NOT NULL,
            to_player BIGINT,
            code BYTEA,
            silent BIGINT NOT NULL CHECK (silent IN (0, 1)),
            state TEXT COLLATE "C" NOT NULL
                CHECK (state IN ('pending', 'accepted', 'declined', 'cancelled', 'superseded', 'ended')),
            at_ms BIGINT NOT NULL,
            expires_at_ms BIGINT NOT NULL,
            settled_at_ms BIGINT,
            CHECK ((state = 'pending') = (settled_at_ms IS NULL)),
            CHECK (to_player IS NOT NULL OR silent = 1)
        );
        CREATE INDEX invitation_of_sender ON invitation (from_player, expires_at_ms);
        CREATE INDEX invitation_of_addressee ON invitation (to_player, expires_at_ms) WHERE silent = 0;
        CREATE INDEX invitation_shown ON invitation (to_player) WHERE silent = 0 AND state = 'pending';
        CREATE INDEX invitation_of_pair ON invitation (from_player, to_player);
        CREATE INDEX invitation_by_end ON invitation (expires_at_ms);
        CREATE TABLE match_link (
            id BYTEA PRIMARY KEY CHECK (octet_length(id) = 16),
            game_match BYTEA NOT NULL,
            from_player BIGINT NOT NULL,
            at_ms BIGINT NOT NULL,
            expires_at_ms BIGINT NOT NULL,
            ended_at_ms BIGINT
        );
        CREATE INDEX match_link_of_match ON match_link (game_match);
        CREATE INDEX match_link_of_player ON match_link (from_player);
        CREATE TABLE player_block (
            player BIGINT NOT NULL,
            blocked BIGINT NOT NULL,
            id BYTEA NOT NULL UNIQUE CHECK (octet_length(id) = 16),
            at_ms BIGINT NOT NULL,
            PRIMARY KEY (player, blocked)
        );
        CREATE TABLE player_event (
            player BIGINT NOT NULL,
            number BIGINT NOT NULL CHECK (number > 0),
            at_ms BIGINT NOT NULL,
            kind TEXT COLLATE "C" NOT NULL,
            subject BYTEA,
            PRIMARY KEY (player, number)
        );
        CREATE INDEX player_event_by_time ON player_event (at_ms);
        """
}
