/// Names a key chain: 16 random bytes.
public struct ChainID: Hashable, Sendable {
    /// The id itself, 16 bytes.
    public let bytes: [UInt8]

    /// `nil` unless there are 16 bytes.
    public init?(bytes: [UInt8]) {
        guard bytes.count == 16 else { return nil }
        self.bytes = bytes
    }

    /// From base64url, as in a window's header.
    public init?(_ text: String) {
        guard let bytes = Base64URL.decode(text) else { return nil }
        self.init(bytes: bytes)
    }
}

extension ChainID: CustomStringConvertible {
    public var description: String { Base64URL.encode(bytes) }
}

extension ChainID: Codable {
    public init(from decoder: any Decoder) throws {
        self = try WireText.decode(from: decoder, as: "16 bytes in base64url", Self.init(_:))
    }

    public func encode(to encoder: any Encoder) throws {
        try WireText.encode(description, to: encoder)
    }
}
