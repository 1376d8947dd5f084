package import ShelfModel
package import ShelfWire

/// What a verified window shows at an instant, as far as the known keys open it.
///
/// It is a value that reads no clock and sets no timer. A card is opened when it is first shown, never before its
/// listing's start, and then kept.
package struct Playback: Sendable {
    package let header: WindowHeader
    /// The listings of each position, ordered by start.
    private var listings: [[SealedListing]]
    /// The cards that were opened. One whose key didn't open it is kept as `nil` and not tried again.
    private var cards: [CardSeal: Card?] = [:]
    /// The offer of several listings that each position shows.
    private var offers: [Int: OfferShown] = [:]

    /// How long a listing fades in.
    package static let arriving = TimeSpan.milliseconds(600)
    /// How long a listing fades out.
    package static let leaving = TimeSpan.seconds(1)

    /// - Parameters:
    ///   - earlier: what was shown so far. The window may begin shortly after the present; until then the listings of
    ///     the earlier one go on.
    ///   - instant: the present; earlier listings that were over by then are dropped.
    ///   - replaced: what has another card than the window says.
    package init(
        _ window: WindowFile, after earlier: Playback? = nil, at instant: Instant? = nil,
        replaced: ReplacedListings = ReplacedListings()
    ) {
        header = window.header
        listings = Array(repeating: [], count: header.positions)
        for listing in window.listings { listings[listing.position].append(replaced.newest(of: listing)) }
        guard let earlier, let instant else { return }
        let goneSince = max(0, earlier.listings.count - listings.count)
        listings += Array(repeating: [], count: goneSince)
        for (position, before) in earlier.listings.enumerated() {
            let first = listings[position].first?.start ?? header.issuedAt
            listings[position].insert(contentsOf: before.filter { $0.end > instant && $0.end <= first }, at: 0)
        }
        offers = earlier.offers
        cards = earlier.cards.filter { seal, _ in listings[safe: seal.position]?.contains { $0.seal == seal } ?? false }
    }

    /// How many positions the shelf has at `instant`: up to the last that shows a listing. Before and after the window
    /// they are as many as at its nearest instant.
    package func positionCount(at instant: Instant) -> Int {
        let isShown = instant < header.until && listing(at: instant, position: 0) != nil
        let known = isShown ? instant : min(max(instant, header.issuedAt), header.until - .milliseconds(1))
        return (listings.indices.last { listing(at: known, position: $0) != nil } ?? 0) + 1
    }

    /// The listing at `position` at `instant`, whether its card can be opened or not.
    package func listing(at instant: Instant, position: Int) -> SealedListing? {
        let own = listings[position]
        let next = own.partitioningIndex { $0.start > instant }
        return next > 0 && own[next - 1].end > instant ? own[next - 1] : nil
    }

    /// The listing in this place, in the revision that is shown; `nil` when no window in use has it.
    func listing(in place: ListingPlace) -> SealedListing? {
        listings[safe: place.position]?.first { $0.chain == place.chain && $0.slot == place.slot }
    }

    /// Shows the newest revision of each listing at a position from now on. A card that is open gives way to the new
    /// one.
    mutating func replace(_ position: Int, by replaced: ReplacedListings) {
        guard listings.indices.contains(position) else { return }
        listings[position] = listings[position].map(replaced.newest(of:))
    }

    /// Every position at `instant`, with the cards that the known keys open.
    package mutating func positions(at instant: Instant, keys: inout KeyRing) -> [ShelfPosition] {
        (0..<positionCount(at: instant)).map { position in
            guard let listing = listing(at: instant, position: position) else { return .empty(position) }
            let card = card(of: listing, keys: &keys)
            if let offer = offer(at: position, showing: listing, card, at: instant) {
                return offer.look(at: instant)
            }
            return Self.look(of: ShelfListing(listing), card: card, at: instant)
        }
    }

    /// When a phase changes next after `instant`; `nil` when the shelf stays empty from then on.
    package func nextChange(after instant: Instant) -> Instant? {
        listings.lazy.compactMap { nextTurn(in: $0, after: instant) }.min()
    }

    /// When the shelf has to be drawn next after `instant`: when a phase changes, or a listing begins, which a tap names
    /// from then on.
    package func nextDrawing(after instant: Instant) -> Instant? {
        [nextChange(after: instant), nextStart(after: instant)].compactMap(\.self).min()
    }

    /// When a listing starts next after `instant`; `nil` when none is known.
    package func nextStart(after instant: Instant) -> Instant? {
        listings.lazy.compactMap { own in
            let next = own.partitioningIndex { $0.start > instant }
            return next < own.count ? own[next].start : nil
        }.min()
    }

    /// For each chain, the newest slot on the shelf at `instant` whose key is missing.
    package func missingKeys(at instant: Instant, keys: KeyRing) -> [ChainID: Int] {
        let shown = listings.indices.lazy.compactMap { listing(at: instant, position: $0) }
        return shown.reduce(into: [:]) { missing, listing in
            guard listing.slot > keys.newest(of: listing.chain) ?? 0 else { return }
            missing[listing.chain] = max(missing[listing.chain] ?? 0, listing.slot)
        }
    }

    /// The offer of several listings at a position.
    ///
    /// - Parameter card: of the listing that is there at `instant`; `nil` while its key is missing, and then the offer
    ///   before goes on where it outlasts the listing's start.
    private mutating func offer(
        at position: Int, showing listing: SealedListing, _ card: Card?, at instant: Instant
    ) -> OfferShown? {
        let before = offers[position]
        if let card {
            offers[position] = before?.joined(with: listing, card: card) ?? OfferShown(listing, card: card)
            return offers[position]
        }
        let isBroken = cards[listing.seal] != nil
        guard let before, !isBroken, before.goesOn(over: listing, at: instant) else { return nil }
        return before
    }

    private mutating func card(of listing: SealedListing, keys: inout KeyRing) -> Card? {
        if let known = cards[listing.seal] { return known }
        guard let key = keys.key(listing.chain, slot: listing.slot) else { return nil }
        let card = listing.open(with: key)
        cards[listing.seal] = .some(card)
        return card
    }

    /// A listing that is on sale at `instant`, as its position shows it.
    package static func look(of listing: ShelfListing, card: Card?, at instant: Instant) -> ShelfPosition {
        ShelfPosition(
            position: listing.position, phase: card == nil ? .sealed : phase(of: listing, at: instant),
            listing: listing, card: card, timeLeft: listing.end - instant, progress: listing.progress(at: instant))
    }

    /// When a listing changes its phase next after `instant`; `nil` when it is over.
    package static func nextTurn(of listing: ShelfListing, after instant: Instant) -> Instant? {
        [listing.start, listing.start + arriving, listing.end - leaving, listing.end].filter { $0 > instant }.min()
    }

    private static func phase(of listing: ShelfListing, at instant: Instant) -> ShelfPosition.Phase {
        if instant >= listing.end - leaving { return .leaving }
        return instant < listing.start + arriving ? .arriving : .onSale
    }

    private func nextTurn(in listings: [SealedListing], after instant: Instant) -> Instant? {
        let next = listings.partitioningIndex { $0.end > instant }
        guard next < listings.count else { return nil }
        let offer = cards[listings[next].seal].flatMap(\.self).flatMap { OfferShown(listings[next], card: $0) }
        return offer?.nextTurn(after: instant) ?? Self.nextTurn(of: ShelfListing(listings[next]), after: instant)
    }
}

extension ShelfListing {
    /// - Parameter span: of the offer that the listing belongs to; `nil` for one that is the whole offer.
    init(_ listing: SealedListing, during span: Range<Instant>? = nil) {
        self.init(
            chain: listing.chain, slot: listing.slot, position: listing.position, revision: listing.record.revision,
            start: span?.lowerBound ?? listing.start, end: span?.upperBound ?? listing.end)
    }
}

extension Array {
    subscript(safe index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
