package import ShelfModel
package import ShelfWire

/// What a verified window shows at an instant, as far as the keys at hand open it.
///
/// A value: it reads no clock and sets no timer. A card is opened when it is
/// first shown, never before its start, and then kept.
package struct Playback: Sendable {
    package let header: WindowHeader
    /// By position, in the order of their starts.
    private var lanes: [[SealedListing]]
    /// A card that didn't open although its key was there stands as `nil`, and is not tried again.
    private var cards: [CardSeal: Card?] = [:]

    package static let arriving = TimeSpan.milliseconds(600)
    package static let leaving = TimeSpan.seconds(1)

    /// - Parameters:
    ///   - earlier: what was shown so far. A window may be a blink ahead of the clock here; until it
    ///     begins, the one before goes on.
    ///   - instant: what was over by then is forgotten.
    package init(_ window: WindowFile, after earlier: Playback? = nil, at instant: Instant? = nil) {
        header = window.header
        lanes = Array(repeating: [], count: header.positions)
        for listing in window.listings { lanes[listing.position].append(listing) }
        guard let earlier, let instant else { return }
        for (position, lane) in zip(lanes.indices, earlier.lanes) {
            guard let first = lanes[position].first else { continue }
            lanes[position].insert(contentsOf: lane.filter { $0.end > instant && $0.end <= first.start }, at: 0)
        }
        cards = earlier.cards.filter { seal, _ in lanes[safe: seal.position]?.contains { $0.seal == seal } ?? false }
    }

    package var positions: Range<Int> { lanes.indices }

    /// What stands at `position` at `instant`, open or not.
    package func listing(at instant: Instant, position: Int) -> SealedListing? {
        let lane = lanes[position]
        let next = lane.partitioningIndex { $0.start > instant }
        return next > 0 && lane[next - 1].end > instant ? lane[next - 1] : nil
    }

    /// Every position at `instant`, with the cards that the keys open.
    package mutating func positions(at instant: Instant, keys: inout KeyRing) -> [ShelfPosition] {
        lanes.indices.map { position in
            guard let listing = listing(at: instant, position: position) else { return .empty(position) }
            return look(of: listing, card: card(of: listing, keys: &keys), at: instant)
        }
    }

    /// When a phase changes next after `instant`; `nil` when all is bare from then on.
    package func nextChange(after instant: Instant) -> Instant? {
        lanes.lazy.compactMap { Self.nextTurn(in: $0, after: instant) }.min()
    }

    /// When a listing starts next after `instant`; `nil` when none is known.
    package func nextStart(after instant: Instant) -> Instant? {
        lanes.lazy.compactMap { lane in
            let next = lane.partitioningIndex { $0.start > instant }
            return next < lane.count ? lane[next].start : nil
        }.min()
    }

    /// The newest slot at `instant` of each chain whose key is missing.
    package func missingKeys(at instant: Instant, keys: KeyRing) -> [ChainID: Int] {
        let shown = lanes.indices.lazy.compactMap { listing(at: instant, position: $0) }
        return shown.reduce(into: [:]) { missing, listing in
            guard listing.slot > keys.newest(of: listing.chain) ?? 0 else { return }
            missing[listing.chain] = max(missing[listing.chain] ?? 0, listing.slot)
        }
    }

    private mutating func card(of listing: SealedListing, keys: inout KeyRing) -> Card? {
        if let known = cards[listing.seal] { return known }
        guard let key = keys.key(listing.chain, slot: listing.slot) else { return nil }
        let card = listing.open(with: key)
        cards[listing.seal] = .some(card)
        return card
    }

    private func look(of listing: SealedListing, card: Card?, at instant: Instant) -> ShelfPosition {
        let shown = ShelfListing(listing)
        return ShelfPosition(
            position: listing.position, phase: card == nil ? .sealed : Self.phase(of: listing, at: instant),
            listing: shown, card: card, timeLeft: listing.end - instant, progress: shown.progress(at: instant))
    }

    private static func phase(of listing: SealedListing, at instant: Instant) -> ShelfPosition.Phase {
        if instant >= listing.end - leaving { return .leaving }
        return instant < listing.start + arriving ? .arriving : .onSale
    }

    private static func nextTurn(in lane: [SealedListing], after instant: Instant) -> Instant? {
        let next = lane.partitioningIndex { $0.end > instant }
        guard next < lane.count else { return nil }
        let listing = lane[next]
        let turns = [listing.start, listing.start + arriving, listing.end - leaving, listing.end]
        return turns.filter { $0 > instant }.min()
    }
}

extension ShelfListing {
    init(_ listing: SealedListing) {
        self.init(
            chain: listing.chain, slot: listing.slot, position: listing.position, revision: listing.record.revision,
            start: listing.start, end: listing.end)
    }
}

extension Array {
    subscript(safe index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
