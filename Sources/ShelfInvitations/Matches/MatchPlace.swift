/// One place of a ``Match``.
public struct MatchPlace: Hashable, Sendable, Decodable {
    /// Whether somebody has the place. A newer server may have states that aren't named here.
    public struct State: RawRepresentable, Hashable, Sendable, Codable {
        /// The state as the server writes it.
        public let rawValue: String

        /// Nobody has had it yet.
        public static let free = State(rawValue: "free")
        /// A player has it.
        public static let taken = State(rawValue: "taken")
        /// Who had it has left, so it is free again.
        public static let left = State(rawValue: "left")

        /// Makes a state from what the server writes.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }
    }

    /// Its number, from 1 on.
    public let place: Int
    /// Whether somebody has it.
    public let state: State
}
