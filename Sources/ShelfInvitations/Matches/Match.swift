public import Foundation
import ShelfWire

/// A match, as one of its players sees it.
public struct Match: Hashable, Sendable, Identifiable, Decodable {
    /// What a match is to new players. A newer server may have states that aren't named here.
    public struct State: RawRepresentable, Hashable, Sendable, Codable {
        /// The state as the server writes it.
        public let rawValue: String

        /// Others may join while there are free places.
        public static let open = State(rawValue: "open")
        /// Nobody may join.
        public static let closed = State(rawValue: "closed")
        /// It is over.
        public static let ended = State(rawValue: "ended")

        /// Makes a state from what the server writes.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }
    }

    /// By which the server knows it.
    public let id: String
    /// How many places it has.
    public let size: Int
    /// Whether others may join.
    public let state: State
    /// The player's own place, from 1 on; `nil` after leaving.
    public let place: Int?
    /// All places. Who joins gets the first that isn't taken.
    public let places: [MatchPlace]
    /// How often the payload was replaced.
    public let version: Int64
    /// What the game keeps in it, at most 4096 bytes. Only the game understands it.
    public let payload: Data
    /// When it was made, in milliseconds since 1970.
    public let createdAtMs: Int64
    /// When it has changed last, in milliseconds since 1970.
    public let changedAtMs: Int64

    private enum CodingKeys: String, CodingKey {
        case id = "match"
        case size, state, place, places, version, payload, createdAtMs, changedAtMs
    }

    /// Reads a match as the server writes it.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        guard let bytes = Base64URL.decode(try members.decode(String.self, forKey: .payload)) else {
            throw DecodingError.dataCorruptedError(
                forKey: .payload, in: members, debugDescription: "expected base64url")
        }
        payload = Data(bytes)
        id = try members.decode(String.self, forKey: .id)
        size = try members.decode(Int.self, forKey: .size)
        state = try members.decode(State.self, forKey: .state)
        place = try members.decodeIfPresent(Int.self, forKey: .place)
        places = try members.decode([MatchPlace].self, forKey: .places)
        version = try members.decode(Int64.self, forKey: .version)
        createdAtMs = try members.decode(Int64.self, forKey: .createdAtMs)
        changedAtMs = try members.decode(Int64.self, forKey: .changedAtMs)
    }
}
