import Crypto
import ShelfDatabase
package import ShelfModel
package import ShelfWire

/// What a store shows during a span of time: what is decided, and what its schedule will draw if nothing changes.
///
/// Content versions that are scheduled to take effect are no change. A change is a sale of a limited edition, other
/// content, or a restore. A halt of the server is none.
package struct StoreFuture: Sendable {
    package let store: StoreContent
    /// The store's public key in base64url. No other store has it.
    package let publicKey: String
    package let askedAt: Instant
    package let span: Range<Instant>
    /// Offers that ended before this instant may have been deleted.
    package let keptFrom: Instant
    /// Every offer that starts before this instant is decided.
    package let decidedUntil: Instant
    /// From this instant on nothing can be drawn; `nil` if there is no such instant in the span.
    package let nothingToShow: Instant?
    /// The content versions that take effect meanwhile, in order.
    package let coming: [ComingContent]
    /// When the store closes, because such a version doesn't have it any more; `nil` if none closes it.
    package let closes: Instant?
    /// Every offer that overlaps the span, by start and position.
    package let entries: [Entry]
    /// What the plan in force has before ``keptFrom``, by start. What was really shown then may have been deleted.
    package let passed: [Passed]

    /// A planned span that is over.
    package struct Passed: Hashable, Sendable {
        package let planned: PlannedSpan
        /// The item's name; its id where the catalogue has it no longer.
        package let name: String
    }

    /// An offer with its card.
    package struct Entry: Hashable, Sendable, Placed {
        package let offer: Offer
        package let card: Card
        /// SHA-256 of the master of the item's picture as the catalogue has it; `nil` when its card shows none.
        package let master: [UInt8]?
        /// Whether it is drawn and stored, so that another sale doesn't change it.
        package let isDecided: Bool
        /// Which of the plan's appearances it is there for; `nil` when it wasn't planned.
        package let appearance: Int?
        /// Whether it is shown without being for sale.
        package let isWithdrawn: Bool

        fileprivate func with(_ offer: Offer) -> Entry {
            Entry(
                offer: offer, card: card, master: master, isDecided: isDecided, appearance: appearance,
                isWithdrawn: isWithdrawn)
        }

        package var position: Int { offer.position }
        package var start: Instant { offer.start }
        package var seconds: Int { offer.seconds }
    }
}

extension StoreFuture {
    /// Draws on with a copy of the store's publisher.
    ///
    /// - Parameters:
    ///   - publisher: the copy. What it has decided isn't drawn anew.
    ///   - past: what the database keeps of the listings that the publisher has forgotten.
    ///   - before: offers that the publisher has forgotten and that may still keep items away.
    ///   - coming: the content that takes effect meanwhile, in order.
    init(
        of publisher: StorePublisher, past: [StoredListing], before: [Offer], coming: [ComingContent],
        span: Range<Instant>, askedAt: Instant
    ) async throws {
        var (part, decided) = (Part(publisher), [Place: Entry]())
        let offers = publisher.decided
        for stored in past + publisher.listings {
            let offer = offers[stored]
            guard offer.touches(span), let card = part.cards.card(of: stored) else { continue }
            decided[Place(offer)] = Entry(
                offer: offer, card: card,
                master: card.picture.flatMap { _ in part.cards.master(of: card.item) },
                isDecided: true,
                appearance: part.appearance(of: offer, in: span), isWithdrawn: publisher.isWithdrawn(stored))
        }
        var entries = Array(decided.values)
        var (drawn, closes) = (before + offers.all, Instant?.none)
        for next in coming where closes == nil {
            entries += try await part.draw(until: next.drawsFrom, span: span, adding: &drawn)
            if let store = next.store {
                let horizon = min(next.drawsFrom, span.upperBound, part.nothingToShow ?? .distantFuture)
                drawn = drawn.map { part.cut($0, positions: store.rules.positions, at: horizon) }
                entries = entries.map {
                    $0.with(part.cut($0.offer, positions: store.rules.positions, at: horizon))
                }
                part = Part(publisher, next, store, after: drawn, until: horizon)
            } else {
                closes = next.version.from
            }
        }
        if closes == nil { entries += try await part.draw(until: span.upperBound, span: span, adding: &drawn) }
        let end = closes ?? .distantFuture
        let keptFrom = askedAt - StorePublisher.kept(publisher.content.rules)
        let passed = publisher.schedule.plannedSpans(
            endingAfter: span.lowerBound, until: min(span.upperBound, keptFrom))
        self.init(
            store: publisher.content, publicKey: Base64URL.encode(publisher.publicKey.rawRepresentation),
            askedAt: askedAt, span: span, keptFrom: keptFrom,
            decidedUntil: publisher.drawnUntil, nothingToShow: part.nothingToShow, coming: coming, closes: closes,
            entries: entries.filter { $0.start < end }
                .sorted { ($0.start, $0.position) < ($1.start, $1.position) },
            passed: passed.filter { $0.end <= keptFrom }.map {
                Passed(planned: $0, name: publisher.schedule.catalogue[$0.item]?.name ?? $0.item)
            })
    }

    /// Where an offer is. No two offers of a store share it.
    private struct Place: Hashable {
        let position: Int
        let start: Instant

        init(_ offer: Offer) {
            (position, start) = (offer.position, offer.start)
        }
    }
}

/// What a store shows while one content is in force.
private struct Part {
    let store: StoreContent
    var cards: KnownCards
    private let publisher: StorePublisher
    private var schedule: Schedule
    /// From this instant on nothing could be drawn.
    private(set) var nothingToShow: Instant?

    init(_ publisher: StorePublisher) {
        self.publisher = publisher
        (store, schedule) = (publisher.content, publisher.schedule)
        cards = KnownCards(catalogue: schedule.catalogue, currency: store.currency)
    }

    /// - Parameters:
    ///   - offers: what is drawn before, and what still keeps items away.
    ///   - horizon: up to when everything is drawn before.
    init(
        _ publisher: StorePublisher, _ next: ComingContent, _ store: StoreContent, after offers: [Offer],
        until horizon: Instant
    ) {
        (self.publisher, self.store) = (publisher, store)
        schedule = publisher.schedule(
            with: store, next.catalogue, after: offers, until: horizon, from: next.version.from)
        cards = KnownCards(catalogue: next.catalogue, currency: store.currency)
    }

    /// Draws every offer that starts before `end`, unless the span ends before.
    ///
    /// - Parameter all: gets what is drawn.
    /// - Returns: those that overlap the span.
    mutating func draw(
        until end: Instant, span: Range<Instant>, adding all: inout [Offer]
    ) async throws -> [StoreFuture.Entry] {
        guard nothingToShow == nil else { return [] }
        let drawn: [Offer]
        (drawn, nothingToShow) = try await schedule.draw(until: min(end, span.upperBound))
        all += drawn
        return drawn.filter { $0.touches(span) }.compactMap { entry($0, in: span) }
    }

    /// An offer at a position that goes away ends with the last of its listings that is sealed by then.
    func cut(_ offer: Offer, positions: Int, at horizon: Instant) -> Offer {
        guard offer.position >= positions, offer.end > horizon, schedule.isJoined(offer) else { return offer }
        var end = offer.start
        while end < horizon { end = schedule.listing(of: offer, from: end).end }
        return Offer(
            position: offer.position, start: offer.start, seconds: Int((end - offer.start).wholeSeconds),
            item: offer.item)
    }

    private mutating func entry(_ offer: Offer, in span: Range<Instant>) -> StoreFuture.Entry? {
        guard let card = cards.card(of: offer.item) else { return nil }
        return StoreFuture.Entry(
            offer: offer, card: card, master: cards.master(of: card.item), isDecided: false,
            appearance: appearance(of: offer, in: span),
            isWithdrawn: publisher.isWithdrawn(offer))
    }

    /// Which of the plan's appearances an offer is there for.
    mutating func appearance(of offer: Offer, in span: Range<Instant>) -> Int? {
        let planned = plannedSpans(in: span)
        return planned[offer.item, default: []].first { $0.covers(offer) }?.appearance
    }

    private var planned: [Item.ID: [PlannedSpan]]?

    private mutating func plannedSpans(in span: Range<Instant>) -> [Item.ID: [PlannedSpan]] {
        if let planned { return planned }
        let spans = schedule.plannedSpans(endingAfter: span.lowerBound, until: span.upperBound)
        let byItem = Dictionary(grouping: spans, by: \.item)
        planned = byItem
        return byItem
    }
}

/// Cards, each of which is read or made once.
private struct KnownCards {
    let catalogue: Catalogue
    /// What is drawn from now on is sold for it.
    let currency: String
    private var read: [[UInt8]: Card] = [:]
    private var made: [Item.ID: Card] = [:]

    init(catalogue: Catalogue, currency: String) {
        self.catalogue = catalogue
        self.currency = currency
    }

    func master(of item: Item.ID) -> [UInt8]? { catalogue[item]?.master }

    /// The card as it was sealed; the item may have changed since.
    mutating func card(of stored: StoredListing) -> Card? {
        if let known = read[stored.card] { return known }
        let card = Card(plaintext: stored.card) ?? card(of: stored.listing.item)
        read[stored.card] = card
        return card
    }

    mutating func card(of item: Item.ID) -> Card? {
        if let known = made[item] { return known }
        let card = catalogue[item].map { Card($0, picture: nil, currency: currency) }
        made[item] = card
        return card
    }
}
