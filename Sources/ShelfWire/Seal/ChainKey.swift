/// One key of a chain: 32 bytes. It opens the cards of its slot and gives every earlier key.
package struct ChainKey: Hashable, Sendable {
    package let bytes: [UInt8]

    /// `nil` unless there are 32 bytes.
    package init?(bytes: [UInt8]) {
        guard bytes.count == 32 else { return nil }
        self.bytes = bytes
    }

    /// From base64url, as in a key event.
    package init?(_ text: String) {
        guard let bytes = Base64URL.decode(text) else { return nil }
        self.init(bytes: bytes)
    }

    init(unchecked bytes: [UInt8]) {
        self.bytes = bytes
    }
}

extension ChainKey: CustomStringConvertible {
    /// Hides the key, because descriptions end up in logs.
    package var description: String { "ChainKey" }
    package var text: String { Base64URL.encode(bytes) }
}

extension ChainKey: Codable {
    package init(from decoder: any Decoder) throws {
        self = try WireText.decode(from: decoder, as: "32 bytes in base64url", Self.init(_:))
    }

    package func encode(to encoder: any Encoder) throws {
        try WireText.encode(text, to: encoder)
    }
}
