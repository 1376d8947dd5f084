package import ShelfModel

/// One listing in a window. Its place and time are readable, its card is encrypted.
package struct WindowRecord: Hashable, Sendable {
    /// Index into the header's chains.
    package let chain: Int
    package let position: Int
    package let revision: Int
    package let slot: Int
    package let seconds: Int
    /// The card as ``CardSeal`` seals it, salt and tag included.
    package let sealed: [UInt8]

    package static let headBytes = 16

    package init(chain: Int, position: Int, revision: Int, slot: Int, seconds: Int, sealed: [UInt8]) {
        self.chain = chain
        self.position = position
        self.revision = revision
        self.slot = slot
        self.seconds = seconds
        self.sealed = sealed
    }

    /// How long a record is in a store whose cards have `cardBytes`.
    package static func bytes(cardBytes: Int) -> Int { headBytes + CardSeal.sealedBytes(cardBytes: cardBytes) }

    var bytes: [UInt8] {
        let head = [chain, position, revision, 0].flatMap { BigEndian.bytes(UInt16($0)) }
        return head + BigEndian.bytes(UInt32(slot)) + BigEndian.bytes(UInt32(seconds)) + sealed
    }

    /// Reads a record; `nil` when the reserved field isn't zero.
    init?(bytes: ArraySlice<UInt8>) {
        func number(at offset: Int) -> Int { Int(BigEndian.read(UInt16.self, bytes.dropFirst(offset))) }
        guard number(at: 6) == 0 else { return nil }
        chain = number(at: 0)
        position = number(at: 2)
        revision = number(at: 4)
        slot = Int(BigEndian.read(UInt32.self, bytes.dropFirst(8)))
        seconds = Int(BigEndian.read(UInt32.self, bytes.dropFirst(12)))
        sealed = Array(bytes.dropFirst(Self.headBytes))
    }

    /// The order of records in a file.
    package static func precedes(_ left: WindowRecord, _ right: WindowRecord) -> Bool {
        (left.chain, left.slot, left.position) < (right.chain, right.slot, right.position)
    }
}

/// A record together with its chain, which determines its instants.
package struct SealedListing: Hashable, Sendable, Placed {
    package let chain: ChainID
    package let record: WindowRecord
    package let start: Instant

    package init(chain: Chain, record: WindowRecord) {
        self.chain = chain.id
        self.record = record
        start = chain.start(of: record.slot)
    }

    private init(_ listing: SealedListing, revision: Int, sealed: [UInt8]) {
        chain = listing.chain
        start = listing.start
        record = WindowRecord(
            chain: listing.record.chain, position: listing.position, revision: revision, slot: listing.slot,
            seconds: listing.seconds, sealed: sealed)
    }

    /// The listing with the card that a notice brings.
    ///
    /// - Returns: `nil` when the notice brings no card for this listing, or other seconds or a card of another length.
    package func replaced(by notice: Notice) -> SealedListing? {
        guard (notice.chain, notice.slot, notice.position) == (chain, slot, position),
            case .replaced(let seconds, let sealed) = notice.kind, seconds == record.seconds,
            sealed.count == record.sealed.count
        else { return nil }
        return SealedListing(self, revision: notice.revision, sealed: sealed)
    }

    package var position: Int { record.position }
    package var seconds: Int { record.seconds }
    package var slot: Int { record.slot }

    package var seal: CardSeal {
        CardSeal(
            chain: chain, slot: slot, position: position, revision: record.revision, seconds: seconds)
    }

    /// Opens the card; `nil` when the key is wrong or the content isn't a valid card.
    package func open(with key: ChainKey) -> Card? {
        seal.open(record.sealed, with: key).flatMap(Card.init(plaintext:))
    }
}
