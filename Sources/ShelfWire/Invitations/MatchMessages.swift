/// `POST /v1/player/matches`: a new match, in which the player has the first place.
package struct NewMatchRequest: Hashable, Sendable, Codable {
    /// How many places it has, from 2 to 16.
    package let size: Int

    package init(size: Int) {
        self.size = size
    }
}

/// A match, as one of its players sees it.
package struct MatchAnswer: Hashable, Sendable, Codable {
    package enum State: String, Hashable, Sendable, Codable {
        case open, closed, ended
    }

    package struct Place: Hashable, Sendable, Codable {
        package enum State: String, Hashable, Sendable, Codable {
            case free, taken, left
        }

        package let place: Int
        package let state: State

        package init(place: Int, state: State) {
            (self.place, self.state) = (place, state)
        }
    }

    /// 16 bytes in base64url.
    package let match: String
    package let size: Int
    package let state: State
    /// The player's own place; `nil` for a player who has left.
    package let place: Int?
    package let places: [Place]
    /// How often the payload was replaced.
    package let version: Int64
    /// At most 4096 bytes in base64url.
    package let payload: String
    package let createdAtMs: Int64
    package let changedAtMs: Int64

    package init(
        match: String, size: Int, state: State, place: Int?, places: [Place], version: Int64, payload: String,
        createdAtMs: Int64, changedAtMs: Int64
    ) {
        self.match = match
        self.size = size
        self.state = state
        self.place = place
        self.places = places
        self.version = version
        self.payload = payload
        self.createdAtMs = createdAtMs
        self.changedAtMs = changedAtMs
    }
}

/// `GET /v1/player/matches`: the matches in which the player has a place, the newest first.
package struct MatchesAnswer: Hashable, Sendable, Codable {
    package let matches: [MatchAnswer]

    package init(matches: [MatchAnswer]) {
        self.matches = matches
    }
}

/// `POST /v1/player/matches/{match}/moves`: replaces the payload.
package struct MatchMoveRequest: Hashable, Sendable, Codable {
    /// The version of the payload that the player has seen.
    package let version: Int64
    /// At most 4096 bytes in base64url.
    package let payload: String
    /// What the match becomes; absent to leave its state.
    package let state: MatchAnswer.State?

    package init(version: Int64, payload: String, state: MatchAnswer.State? = nil) {
        (self.version, self.payload, self.state) = (version, payload, state)
    }
}
