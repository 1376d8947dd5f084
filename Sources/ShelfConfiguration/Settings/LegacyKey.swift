import ShelfWire

/// The AES-256 key of a store's file for old clients. It is part of each of these clients.
package struct LegacyKey: Hashable, Sendable {
    /// 32 bytes.
    package let bytes: [UInt8]

    /// The key that the first server used: a password of 16 ASCII characters, then 16 zero bytes.
    ///
    /// `nil` for any other text.
    package init?(password: String) {
        guard password.utf8.count == 16, password.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else { return nil }
        bytes = Array(password.utf8) + [UInt8](repeating: 0, count: 16)
    }

    /// The password that makes this key; `nil` where none does.
    var password: String? {
        let text = String(decoding: bytes.prefix(16), as: UTF8.self)
        return LegacyKey(password: text) == self ? text : nil
    }

    /// From base64url; `nil` unless there are 32 bytes.
    package init?(_ text: String) {
        guard let bytes = Base64URL.decode(text), bytes.count == 32 else { return nil }
        self.bytes = bytes
    }
}

extension LegacyKey: CustomStringConvertible {
    /// Hides the key, because descriptions end up in logs.
    package var description: String { "LegacyKey" }
}
