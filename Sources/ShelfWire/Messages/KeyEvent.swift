/// One release on a store's key stream: a key, and the newest window's sequence.
public struct KeyEvent: Hashable, Sendable {
    public let released: ReleasedKey
    public let sequence: Int64

    public init(released: ReleasedKey, sequence: Int64) {
        self.released = released
        self.sequence = sequence
    }

    /// The event's `id:` line.
    public var id: String { "\(released.chain).\(released.slot)" }
}

extension KeyEvent: Codable {
    private enum CodingKeys: CodingKey { case sequence }

    public init(from decoder: any Decoder) throws {
        released = try ReleasedKey(from: decoder)
        sequence = try decoder.container(keyedBy: CodingKeys.self).decode(Int64.self, forKey: .sequence)
    }

    public func encode(to encoder: any Encoder) throws {
        try released.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(sequence, forKey: .sequence)
    }
}
