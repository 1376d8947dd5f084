package import Crypto
package import ShelfModel

/// The key that checks a store's signatures: Ed25519, 32 bytes. Build it into the app.
package struct PublicKey: Sendable {
    package let key: Curve25519.Signing.PublicKey

    /// From base64url, as `/v1/stores` and the server's start-up lines have it; `nil` unless that is a key.
    package init?(_ text: String) {
        guard let bytes = Base64URL.decode(text),
            let key = try? Curve25519.Signing.PublicKey(rawRepresentation: bytes)
        else { return nil }
        self.key = key
    }

    package init(_ key: Curve25519.Signing.PublicKey) {
        self.key = key
    }
}

extension PublicKey: CustomStringConvertible {
    /// In base64url.
    package var description: String { Base64URL.encode(key.rawRepresentation) }
}

extension PublicKey: Hashable {
    package static func == (left: PublicKey, right: PublicKey) -> Bool {
        left.key.rawRepresentation == right.key.rawRepresentation
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(key.rawRepresentation)
    }
}

extension WindowFile.Expectations {
    package init(
        store: String, publicKey: PublicKey, incarnation: Instant = .distantPast, sequence: Int64? = nil,
        now: ClosedRange<Instant>? = nil, chains: [ChainID: Chain] = [:]
    ) {
        self.init(
            store: store, publicKey: publicKey.key, incarnation: incarnation, sequence: sequence, now: now,
            chains: chains)
    }

    /// Expectations for inspecting a file without a key. Everything is checked except the signature.
    package static func unproven(store: String) -> WindowFile.Expectations {
        WindowFile.Expectations(store: store)
    }
}
