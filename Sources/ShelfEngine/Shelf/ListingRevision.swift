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

    /// A listing that changes, and what it shows from then on.
    private struct Change {
        let listing: StoredListing
        /// Whether the listing is drawn with the change.
        var isNew = false
        let item: Item.ID
        /// When the offer begins and ends whose listings have the new card; `nil` where it has one.
        let offer: Range<Instant>?

        var revision: Int { isNew ? 0 : listing.revision + 1 }
    }

    /// - Returns: the changed listings.
    /// - Throws: ``ChangeRefusal``, or why a card can't be sealed.
    func listings(for kind: ChangeOrder.Kind) throws -> [StoredListing] {
        switch kind {
        case .replacement(let position, let start, let item):
            try seal(replacements(at: position, start, by: item))
        case .redraw(let from):
            try seal(redraw(Redraw(number: state.changes + 1, from: from)))
        }
    }

    /// Replaces an offer from the first of its listings on whose key can be kept back, drawn or not. Its end stays.
    ///
    /// - Parameter start: of a listing, or any instant of an offer of several.
    private func replacements(
        at position: Int, _ start: Instant, by item: Item.ID
    ) throws(ChangeRefusal) -> [Change] {
        let here = state.listings.filter { $0.position == position }
        guard let named = here.last(where: { $0.start == start || $0.offer?.span.contains(start) == true }) else {
            throw .noSuchListing
        }
        // A single listing stands for itself: a later one of the same item is another offer.
        let drawn =
            named.offer == nil
            ? [named] : here.filter { $0.card == named.card && $0.offer == named.offer && $0.end > start }
        let coming = drawn.last.flatMap(coming)
        let first = drawn.first(where: isSafe) ?? coming ?? named
        try check(first, item)
        guard let offer = first.offer else { return [Change(listing: first, item: item, offer: nil)] }
        let isJoined = first.end < offer.end && catalogue[item].map(content.hasRoom) ?? false
        let span = isJoined ? first.start..<offer.end : nil
        if first == coming { return [Change(listing: first, isNew: true, item: item, offer: span)] }
        return drawn.filter { $0.start >= first.start }.map { Change(listing: $0, item: item, offer: span) }
    }

    /// The listing that an offer goes on with after the last one that is drawn, not sealed yet; `nil` where it ends.
    private func coming(after last: StoredListing) -> StoredListing? {
        guard let offer = last.offer, last.end < offer.end else { return nil }
        let schedule = Schedule(
            content, catalogue, after: [], state, redraws: state.redraws, firstWindow: firstWindow)
        let listing = schedule.listing(of: offer, from: last.end)
        let places = state.chains.lazy.compactMap { chain in
            chain.slot(startingAt: listing.start).map { (chain.id.bytes, $0) }
        }
        guard let (chain, slot) = places.first else { return nil }
        return StoredListing(
            listing: listing, revision: 0, chain: chain, slot: slot, card: last.card, sealed: [])
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
            || withdrawn.includes(listing.countedName(in: content.id))
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

    /// Draws the offers anew that begin at or after an instant and can still be changed as a whole. What is withdrawn by
    /// its name stays, since under another revision it would be for sale again.
    private func redraw(_ redraw: Redraw) throws -> [Change] {
        let offers = Dictionary(grouping: state.listings) { $0.offer ?? Offer($0.listing) }
        let changed = offers.filter { offer, listings in
            offer.start >= redraw.from
                && listings.allSatisfy { $0.revision < UInt16.max && isSafe($0) && !isWithdrawn($0) }
        }
        let kept = state.listings.filter { changed[$0.offer ?? Offer($0.listing)] == nil }
        var schedule = Schedule(
            content, catalogue, after: kept, state, redraws: state.redraws + [redraw], firstWindow: firstWindow)
        schedule.take(editionsLeft)
        let before = changed.keys.sorted { ($0.start, $0.position) < ($1.start, $1.position) }
        do throws(Schedule.NothingToShow) {
            let drawn = try schedule.draw(again: before)
            return zip(before, drawn).flatMap { before, drawn in
                let parts = changed[before, default: []]
                // What is sealed keeps its lengths, though the rules may have changed.
                let isJoined = parts.contains { $0.seconds < before.seconds }
                let span = isJoined && catalogue[drawn.item].map(content.hasRoom) ?? false ? drawn.span : nil
                return parts.map { Change(listing: $0, item: drawn.item, offer: span) }
            }
        } catch {
            throw ChangeRefusal.nothingToShow(at: error.at)
        }
    }

    private func seal(_ changed: [Change]) throws -> [StoredListing] {
        let plain = try changed.map { change in
            let (listing, item) = (change.listing, change.item)
            guard let chain = ChainID(bytes: listing.chain) else { throw PublishError.noChain(store: content.id) }
            guard let card = try cards.plaintext(of: item, in: content, offer: change.offer) else {
                throw PublishError.noItem(store: content.id, item)
            }
            let seal = CardSeal(
                chain: chain, slot: listing.slot, position: listing.position, revision: change.revision,
                seconds: listing.seconds)
            return (plaintext: card, seal: seal)
        }
        let sealed = try keyring.seal(plain)
        return changed.indices.map { index in
            let (listing, item) = (changed[index].listing, changed[index].item)
            return StoredListing(
                listing: Listing(
                    position: listing.position, start: listing.start, seconds: listing.seconds, item: item),
                revision: changed[index].revision, chain: listing.chain, slot: listing.slot,
                card: plain[index].plaintext, sealed: sealed[index])
        }
    }
}
