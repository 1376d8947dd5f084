/// Identifies a listing, as the wire names it.
package struct ListingName: Hashable, Sendable {
    package let store: String
    /// 16 bytes.
    package let chain: [UInt8]
    package let slot: Int
    package let position: Int
    package let revision: Int

    package init(store: String, chain: [UInt8], slot: Int, position: Int, revision: Int) {
        self.store = store
        self.chain = chain
        self.slot = slot
        self.position = position
        self.revision = revision
    }

    /// Names an offer of several listings, for what is kept of it as a whole: what it sold, and whether it is withdrawn.
    /// No listing has slot 0. The chain isn't one, so that an offer has one name in all incarnations.
    ///
    /// - Parameter start: the offer's.
    package init(offerOf store: String, position: Int, start: Instant) {
        let from = UInt64(bitPattern: start.milliseconds)
        self.init(
            store: store,
            chain: [UInt8](repeating: 0, count: 8) + (0..<8).map { UInt8(truncatingIfNeeded: from >> (56 - 8 * $0)) },
            slot: 0, position: position, revision: 0)
    }

    /// Whether an offer of several listings is named.
    package var isOffer: Bool { slot == 0 && revision == 0 && chain.prefix(8).allSatisfy { $0 == 0 } }

    /// When the offer of several listings begins that is named; `nil` where a listing is.
    package var offerStart: Instant? {
        guard isOffer else { return nil }
        let from = chain.suffix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return Instant(milliseconds: Int64(bitPattern: from))
    }
}
