import ShelfDatabase
import ShelfModel
import ShelfWire

/// Works out what an operator's change puts into listings whose keys aren't released.
///
/// A changed listing keeps its position, start, length, chain and slot, which are public, and has the next revision,
/// another item and another card.
struct ListingRevision {
    let content: StoreContent
    let catalogue: Catalogue
    let cards: CardTexts
    let keyring: Keyring
    let state: StoreState
    let withdrawn: WithdrawnGoods
    /// What is sold by now, and which items are withdrawn in this store until when.
    let editionsLeft: EditionsLeft
    let firstWindow: Instant
    /// Only listings whose keys are released after this instant are changed.
    let safeUntil: Instant

    /// - Returns: the changed listings.
    /// - Throws: ``ChangeRefusal``, or why a card can't be sealed.
    func listings(for kind: ChangeOrder.Kind) throws -> [StoredListing] {
        switch kind {
        case .replacement(let position, let start, let item):
            guard let listing = state.listings.last(where: { $0.position == position && $0.start == start }) else {
                throw ChangeRefusal.noSuchListing
            }
            try check(listing, item)
            return try seal([(listing, item)])
        case .redraw(let from):
            let number = state.changes + 1
            let drawn = try redraw(Redraw(number: number, from: from))
            return try seal(drawn)
        }
    }

    /// When the first of these keys is released.
    func firstRelease(of listings: [StoredListing]) -> Instant {
        listings.compactMap(release).min() ?? .distantFuture
    }

    /// The listings, and when their keys are public.
    func releases(of listings: [StoredListing]) -> [(listing: StoredListing, release: Instant)] {
        listings.compactMap { listing in release(of: listing).map { (listing, $0) } }
    }

    private func release(of listing: StoredListing) -> Instant? {
        state.chains.first { $0.id.bytes == listing.chain }?.release(of: listing.slot)
    }

    private func isSafe(_ listing: StoredListing) -> Bool {
        release(of: listing).map { $0 > safeUntil } ?? false
    }

    private func isWithdrawn(_ listing: StoredListing) -> Bool {
        withdrawn.includes(ListingName(listing, store: content.id))
    }

    /// No refusal depends on what the listing shows, since that is for those who may see the future.
    private func check(_ listing: StoredListing, _ item: Item.ID) throws(ChangeRefusal) {
        guard isSafe(listing) else { throw .tooLate }
        guard !isWithdrawn(listing) else { throw .listingWithdrawn }
        guard listing.revision < UInt16.max else { throw .changedTooOften }
        guard let known = catalogue[item] else { throw .unknownItem }
        let released = known.released.instant(in: content.rules.zone)
        guard released <= listing.start else { throw .notReleased(until: released) }
        if let end = editionsLeft.withdrawn[item], listing.start < end { throw .itemWithdrawn }
        guard editionsLeft[known] != 0 else { throw .soldOut }
    }

    /// Draws anew what starts at or after an instant and can still be changed. What is withdrawn by its name stays,
    /// since under another revision it would be for sale again.
    private func redraw(_ redraw: Redraw) throws -> [(StoredListing, Item.ID)] {
        let isChanged = { (listing: StoredListing) in
            listing.start >= redraw.from && listing.revision < UInt16.max && isSafe(listing) && !isWithdrawn(listing)
        }
        let changed = state.listings.filter(isChanged)
        var schedule = Schedule(
            content.rules, catalogue, after: state.listings.filter { !isChanged($0) }, state,
            redraws: state.redraws + [redraw], firstWindow: firstWindow)
        schedule.take(editionsLeft)
        do throws(Schedule.NothingToShow) {
            let drawn = try schedule.draw(again: changed.map(\.listing))
            return zip(changed, drawn).map { ($0, $1.item) }
        } catch {
            throw ChangeRefusal.nothingToShow(at: error.at)
        }
    }

    private func seal(_ changed: [(listing: StoredListing, item: Item.ID)]) throws -> [StoredListing] {
        let plain = try changed.map { listing, item in
            guard let chain = ChainID(bytes: listing.chain) else { throw PublishError.noChain(store: content.id) }
            guard let card = try cards.plaintext(of: item, in: content) else {
                throw PublishError.noItem(store: content.id, item)
            }
            let seal = CardSeal(
                chain: chain, slot: listing.slot, position: listing.position, revision: listing.revision + 1,
                seconds: listing.seconds)
            return (plaintext: card, seal: seal)
        }
        let sealed = try keyring.seal(plain)
        return changed.indices.map { index in
            let (listing, item) = changed[index]
            return StoredListing(
                listing: Listing(
                    position: listing.position, start: listing.start, seconds: listing.seconds, item: item),
                revision: listing.revision + 1, chain: listing.chain, slot: listing.slot,
                card: plain[index].plaintext, sealed: sealed[index])
        }
    }
}
