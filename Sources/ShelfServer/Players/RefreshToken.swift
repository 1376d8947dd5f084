import ShelfWire

/// A family's number and a secret, as one text.
struct RefreshToken: Hashable, Sendable {
    let family: Int64
    let secret: [UInt8]

    init(family: Int64, secret: [UInt8]) {
        self.family = family
        self.secret = secret
    }

    /// `nil` unless `text` is one that was made here.
    init?(_ text: String) {
        guard text.utf8.count <= 64, let bytes = Base64URL.decode(text), bytes.count == 40 else { return nil }
        family = Int64(bitPattern: BigEndian.read(UInt64.self, bytes[...]))
        secret = Array(bytes[8...])
    }

    var text: String { Base64URL.encode(BigEndian.bytes(UInt64(bitPattern: family)) + secret) }
}
