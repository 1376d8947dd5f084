import Crypto
import ShelfDatabase
package import ShelfModel
package import ShelfWire

/// What a store shows during a span of time: what is decided, and what its schedule will draw if nothing changes.
///
/// A change is a sale of a limited edition, other content, or a restore. A halt of the server is none.
package struct StoreFuture: Sendable {
    package let store: StoreContent
    /// The store's public key in base64url. No other store has it.
    package let publicKey: String
    package let askedAt: Instant
    package let span: Range<Instant>
    /// Listings that ended before this instant may have been deleted.
    package let keptFrom: Instant
    /// Every listing that starts before this instant is decided.
    package let decidedUntil: Instant
    /// From this instant on nothing can be drawn; `nil` if there is no such instant in the span.
    package let nothingToShow: Instant?
    /// Every listing that overlaps the span, by start and position.
    package let entries: [Entry]

    /// A listing with its card.
    package struct Entry: Hashable, Sendable, Placed {
        package let listing: Listing
        package let card: Card
        /// Whether the listing is drawn and stored, so that another sale doesn't change it.
        package let isDecided: Bool
        /// Which of the plan's appearances it is there for; `nil` when it wasn't planned.
        package let appearance: Int?
        /// Whether it is shown without being for sale.
        package let isWithdrawn: Bool

        package var position: Int { listing.position }
        package var start: Instant { listing.start }
        package var seconds: Int { listing.seconds }
    }
}

extension StoreFuture {
    /// Draws on with a copy of the store's publisher.
    ///
    /// - Parameters:
    ///   - publisher: the copy. What it has decided isn't drawn anew.
    ///   - past: what the database keeps of the listings that the publisher has forgotten.
    init(of publisher: StorePublisher, past: [StoredListing], span: Range<Instant>, askedAt: Instant) async throws {
        let (catalogue, currency) = (publisher.schedule.catalogue, publisher.content.currency)
        var (cards, decided) = (KnownCards(catalogue: catalogue, currency: currency), [Place: Entry]())
        let spans = publisher.schedule.plannedSpans(endingAfter: span.lowerBound, until: span.upperBound)
        let planned = Dictionary(grouping: spans, by: \.item)
        func appearance(_ listing: Listing) -> Int? {
            planned[listing.item, default: []].first { $0.covers(listing) }?.appearance
        }
        for stored in past + publisher.listings where stored.touches(span) {
            guard let card = cards.card(of: stored) else { continue }
            decided[Place(stored.listing)] = Entry(
                listing: stored.listing, card: card, isDecided: true, appearance: appearance(stored.listing),
                isWithdrawn: publisher.isWithdrawn(stored))
        }
        let (drawn, nothingToShow) = try await Self.draw(publisher.schedule, span: span)
        let undecided = drawn.compactMap { listing -> Entry? in
            guard decided[Place(listing)] == nil, let card = cards.card(of: listing.item) else { return nil }
            return Entry(
                listing: listing, card: card, isDecided: false, appearance: appearance(listing),
                isWithdrawn: publisher.isWithdrawn(listing))
        }
        let positions = publisher.content.rules.positions
        self.init(
            store: publisher.content, publicKey: Base64URL.encode(publisher.publicKey.rawRepresentation),
            askedAt: askedAt, span: span, keptFrom: askedAt - StorePublisher.kept(publisher.content.rules),
            decidedUntil: publisher.drawnUntil, nothingToShow: nothingToShow,
            entries: (decided.values + undecided).filter { $0.position < positions }
                .sorted { ($0.start, $0.position) < ($1.start, $1.position) })
    }

    /// Where a listing is. No two listings of a store share it.
    private struct Place: Hashable {
        let position: Int
        let start: Instant

        init(_ listing: Listing) {
            (position, start) = (listing.position, listing.start)
        }
    }

    /// How much time is drawn before other tasks get their turn.
    private static let step = TimeSpan.minutes(10)

    /// Draws up to the end of the span.
    ///
    /// - Returns: the new listings that overlap the span, and the instant at which drawing ended because there was
    ///   nothing to draw.
    private static func draw(
        _ schedule: Schedule, span: Range<Instant>
    ) async throws -> (drawn: [Listing], nothingToShow: Instant?) {
        var (schedule, drawn) = (schedule, [Listing]())
        while schedule.end < span.upperBound {
            let (before, horizon) = (schedule, min(schedule.end + step, span.upperBound))
            do throws(Schedule.NothingToShow) {
                drawn += try schedule.extend(until: horizon).filter { $0.touches(span) }
            } catch {
                schedule = before
                drawn += try schedule.extend(until: error.at).filter { $0.touches(span) }
                return (drawn, error.at)
            }
            await Task.yield()
            try Task.checkCancellation()
        }
        return (drawn, nil)
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

    /// The card as it was sealed; the item may have changed since.
    mutating func card(of stored: StoredListing) -> Card? {
        if let known = read[stored.card] { return known }
        let card = Card(plaintext: stored.card) ?? card(of: stored.listing.item)
        read[stored.card] = card
        return card
    }

    mutating func card(of item: Item.ID) -> Card? {
        if let known = made[item] { return known }
        let card = catalogue[item].map { Card($0, currency: currency) }
        made[item] = card
        return card
    }
}
