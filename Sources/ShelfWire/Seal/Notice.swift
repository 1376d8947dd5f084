package import Crypto

/// News of one listing, which the store signs and sends on its key stream. `docs/wire-format.md` has the rules.
package struct Notice: Hashable, Sendable {
    package let store: String
    package let chain: ChainID
    package let slot: Int
    package let position: Int
    /// Of a replaced listing, the revision that it has now.
    package let revision: Int
    package let kind: Kind

    package enum Kind: Hashable, Sendable {
        /// The listing is no longer for sale, for good.
        case withdrawn
        /// Every copy of the edition that the listing's card promises is sold, for good.
        case soldOut
        /// The listing has another card, in place of every lower revision's. What the listing's record says goes with
        /// it, so that nobody has to fetch a window.
        ///
        /// - `seconds` is how long the listing lasts, as in every revision of it.
        /// - `sealed` is the card as ``CardSeal`` seals it.
        case replaced(seconds: Int, sealed: [UInt8])
    }

    package init(store: String, chain: ChainID, slot: Int, position: Int, revision: Int, kind: Kind) {
        self.store = store
        self.chain = chain
        self.slot = slot
        self.position = position
        self.revision = revision
        self.kind = kind
    }

    /// The sealed card that it brings; `nil` when it brings none.
    package var sealed: [UInt8]? {
        if case .replaced(_, let sealed) = kind { sealed } else { nil }
    }

    /// Whether every value is in its range.
    fileprivate var isWellFormed: Bool {
        StoreID.isValid(store) && (1...Chain.slotsAtMost).contains(slot)
            && (0..<WindowHeader.positionsAtMost).contains(position) && (0...Int(UInt16.max)).contains(revision)
            && kindIsWellFormed
    }

    /// A first revision replaces nothing. The sealed card has a length that some store's cards have; whether it is
    /// this store's, a window says.
    private var kindIsWellFormed: Bool {
        guard case .replaced(let seconds, let sealed) = kind else { return true }
        return revision >= 1 && (1...Int(UInt32.max)).contains(seconds)
            && Self.sealedLengths.contains(sealed.count)
    }

    private static let sealedLengths =
        CardSeal.sealedBytes(
            cardBytes: WindowHeader.cardBytesAtLeast)...CardSeal.sealedBytes(cardBytes: WindowHeader.cardBytesAtMost)
}

extension Notice: Codable {
    private enum CodingKeys: String, CodingKey {
        case store, chain, slot, position, revision, kind, seconds, sealed
    }

    private enum KindName: String, Codable {
        case withdrawn, soldOut, replaced
    }

    /// - Throws: also for another kind with a record, which would say two things.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        store = try values.decode(String.self, forKey: .store)
        chain = try values.decode(ChainID.self, forKey: .chain)
        slot = try values.decode(Int.self, forKey: .slot)
        position = try values.decode(Int.self, forKey: .position)
        revision = try values.decode(Int.self, forKey: .revision)
        let seconds = try values.decodeIfPresent(Int.self, forKey: .seconds)
        let sealed = try values.decodeIfPresent(String.self, forKey: .sealed)
        switch (try values.decode(KindName.self, forKey: .kind), seconds, sealed.map(Base64URL.decode)) {
        case (.withdrawn, nil, nil): kind = .withdrawn
        case (.soldOut, nil, nil): kind = .soldOut
        case (.replaced, let seconds?, let sealed??): kind = .replaced(seconds: seconds, sealed: sealed)
        default:
            throw DecodingError.dataCorruptedError(
                forKey: .kind, in: values, debugDescription: "expected the members that this kind has")
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(store, forKey: .store)
        try values.encode(chain, forKey: .chain)
        try values.encode(slot, forKey: .slot)
        try values.encode(position, forKey: .position)
        try values.encode(revision, forKey: .revision)
        switch kind {
        case .withdrawn: try values.encode(KindName.withdrawn, forKey: .kind)
        case .soldOut: try values.encode(KindName.soldOut, forKey: .kind)
        case .replaced(let seconds, let sealed):
            try values.encode(KindName.replaced, forKey: .kind)
            try values.encode(seconds, forKey: .seconds)
            try values.encode(Base64URL.encode(sealed), forKey: .sealed)
        }
    }
}

/// A notice as the store signed it: `SHELFNT1 ‖ JSON`, and the Ed25519 signature of these bytes.
package struct SignedNotice: Hashable, Sendable, Codable {
    /// In base64url, prefix included.
    package let bytes: String
    /// In base64url.
    package let signature: String

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
