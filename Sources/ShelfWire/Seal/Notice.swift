package import Crypto

/// News of one listing, which the store signs and sends on its key stream. `docs/wire-format.md` has the rules.
package struct Notice: Hashable, Sendable, Codable {
    package let store: String
    package let chain: ChainID
    package let slot: Int
    package let position: Int
    package let revision: Int
    package let kind: Kind

    package enum Kind: String, Hashable, Sendable, Codable {
        /// The listing is no longer for sale, for good.
        case withdrawn
    }

    package init(store: String, chain: ChainID, slot: Int, position: Int, revision: Int, kind: Kind) {
        self.store = store
        self.chain = chain
        self.slot = slot
        self.position = position
        self.revision = revision
        self.kind = kind
    }

    /// Whether every value is in its range.
    fileprivate var isWellFormed: Bool {
        Store.isID(store) && (1...Chain.slotsAtMost).contains(slot)
            && (0..<WindowHeader.positionsAtMost).contains(position) && (0...Int(UInt16.max)).contains(revision)
    }
}

/// A notice as the store signed it: `SHELFNT1 ‖ JSON`, and the Ed25519 signature of these bytes.
public struct SignedNotice: Hashable, Sendable, Codable {
    /// In base64url, prefix included.
    public let bytes: String
    /// In base64url.
    public let signature: String

    /// The prefix of every notice. Windows and receipts begin differently, so none can be mistaken for another.
    package static let prefix = Array("SHELFNT1".utf8)

    package init(bytes: String, signature: String) {
        self.bytes = bytes
        self.signature = signature
    }

    package init(_ notice: Notice, key: Curve25519.Signing.PrivateKey) throws {
        let bytes = Self.prefix + (try WireJSON.encode(notice))
        self.bytes = Base64URL.encode(bytes)
        signature = Base64URL.encode(try key.signature(for: bytes))
    }

    /// Verifies the signature and returns the notice.
    ///
    /// - Parameter publicKey: the store's.
    /// - Returns: `nil` when that store didn't sign it, or when it can't be read, as one of a kind that this version
    ///   doesn't know.
    package func opened(with publicKey: PublicKey) -> Notice? {
        guard let bytes = Base64URL.decode(bytes), let signature = Base64URL.decode(signature),
            bytes.starts(with: Self.prefix), publicKey.key.isValidSignature(signature, for: bytes),
            let notice = try? WireJSON.decode(Notice.self, bytes.dropFirst(Self.prefix.count)), notice.isWellFormed
        else { return nil }
        return notice
    }
}
