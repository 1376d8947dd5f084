/// A game of several players, and who has a place in it.
///
/// The server doesn't know what is played. It keeps one payload for all players, which each of them may replace.
package struct Match: Hashable, Sendable {
    package enum State: String, Hashable, Sendable {
        /// Players may join while there are free places.
        case open
        /// Nobody may join any more.
        case closed
        /// It is over, and nothing changes any more.
        case ended
    }

    package static let idLength = 16
    package static let sizes = 2...16
    /// How many matches that aren't over a player may have a place in.
    package static let mostOfPlayer = 8
    /// How many matches are listed for a player. More than these can only be over.
    package static let mostListed = 30
    package static let mostPayloadBytes = 4096
    /// A match in which nothing has happened for this long is over.
    package static let idleLimit = TimeSpan.days(7)
    /// A match is deleted this long after it was over.
    package static let keptAfterEnd = TimeSpan.days(1)

    /// 16 random bytes.
    package let id: [UInt8]
    package let size: Int
    package private(set) var state: State
    /// Those that were ever taken, sorted by their number.
    package private(set) var places: [MatchPlace]
    /// How often the payload was replaced.
    package private(set) var version: Int64
    package private(set) var payload: [UInt8]
    package let created: Instant
    /// When a player joined, left, or replaced the payload last.
    package private(set) var changed: Instant

    package init(
        id: [UInt8], size: Int, state: State, places: [MatchPlace], version: Int64, payload: [UInt8], created: Instant,
        changed: Instant
    ) {
        self.id = id
        self.size = size
        self.state = state
        self.places = places
        self.version = version
        self.payload = payload
        self.created = created
        self.changed = changed
    }

    /// Makes a match in which its first player has the first place.
    package init(id: [UInt8], size: Int, player: Int64, at instant: Instant) {
        self.init(
            id: id, size: size, state: .open, places: [MatchPlace(number: 1, player: player, left: nil)], version: 0,
            payload: [], created: instant, changed: instant)
    }

    package func isOver(at instant: Instant) -> Bool { state == .ended || changed + Self.idleLimit <= instant }

    package func place(of player: Int64) -> MatchPlace? { places.first { $0.player == player && $0.left == nil } }

    /// Those who have a place.
    package var players: [Int64] { places.filter { $0.left == nil }.map(\.player) }

    package var freePlaces: Int { size - places.count { $0.left == nil } }

    /// Gives a player the first free place, or the one that the player has.
    ///
    /// - Returns: the place's number.
    package mutating func join(_ player: Int64, at instant: Instant) throws(InvitationRefusal) -> Int {
        if let place = place(of: player), !isOver(at: instant) { return place.number }
        guard state == .open, !isOver(at: instant) else { throw .closed }
        let taken = Set(places.filter { $0.left == nil }.map(\.number))
        guard let number = (1...size).first(where: { !taken.contains($0) }) else { throw .full }
        places.removeAll { $0.number == number }
        places.append(MatchPlace(number: number, player: player, left: nil))
        places.sort { $0.number < $1.number }
        changed = instant
        return number
    }

    /// Takes a player's place away. The match is over when nobody is left.
    ///
    /// - Returns: whether the player had one.
    package mutating func leave(_ player: Int64, at instant: Instant) -> Bool {
        guard let index = places.firstIndex(where: { $0.player == player && $0.left == nil }), !isOver(at: instant)
        else { return false }
        places[index] = MatchPlace(number: places[index].number, player: player, left: instant)
        changed = instant
        if freePlaces == size { state = .ended }
        return true
    }

    /// Replaces the payload, if the player has seen the one before.
    package func judge(_ move: MatchMove) -> MatchMove.Judgement {
        guard place(of: move.player) != nil else { return .noPlace }
        guard !isOver(at: move.at) else { return .over }
        guard move.version == version else { return .movedMeanwhile(self) }
        var moved = self
        (moved.payload, moved.version, moved.changed) = (move.payload, version + 1, move.at)
        if let next = move.state { moved.state = next }
        return .moved(moved)
    }
}

/// A place that a player has, or had, in a match.
package struct MatchPlace: Hashable, Sendable {
    /// From 1 to the match's size.
    package let number: Int
    package let player: Int64
    /// When the player left; `nil` while the player is there.
    package let left: Instant?

    package init(number: Int, player: Int64, left: Instant?) {
        (self.number, self.player, self.left) = (number, player, left)
    }
}
