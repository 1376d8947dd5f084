/// One release on a store's key stream: a key, and the newest window's sequence.
package struct KeyEvent: Hashable, Sendable {
    package let released: ReleasedKey
    package let sequence: Int64

    package init(released: ReleasedKey, sequence: Int64) {
        self.released = released
        self.sequence = sequence
    }

    /// The event's `id:` line.
    package var id: String { "\(released.chain).\(released.slot)" }
}

extension KeyEvent: Codable {
    private enum CodingKeys: CodingKey { case sequence }

    package init(from decoder: any Decoder) throws {
        released = try ReleasedKey(from: decoder)
        sequence = try decoder.container(keyedBy: CodingKeys.self).decode(Int64.self, forKey: .sequence)
    }

    package func encode(to encoder: any Encoder) throws {
        try released.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(sequence, forKey: .sequence)
    }
}
