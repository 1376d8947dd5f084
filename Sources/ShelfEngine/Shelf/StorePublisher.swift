package import Crypto
package import ShelfDatabase
package import ShelfModel
package import ShelfWire

/// The publishing of one store, as a value: what has been decided so far, and how to make the next minute from it.
///
/// It reads no clock and writes nothing. Its owner makes a publication with a copy, stores the publication, and keeps
/// the copy only if that succeeded.
package struct StorePublisher: Sendable {
    package let content: StoreContent
    private let signingKey: Curve25519.Signing.PrivateKey
    private(set) var editionsLeft: EditionsLeft
    private var withdrawn = WithdrawnGoods()
    private let cards: CardTexts
    /// Draws what comes after ``listings``.
    private(set) var schedule: Schedule
    /// Listings ordered by start and position. Those that have ended are kept without their sealed cards.
    package private(set) var listings: [StoredListing]
    /// The offers that aren't sealed to their end.
    private var runs: [OfferRun]
    /// The store's chains, ordered by epoch.
    package private(set) var chains: [Chain]
    /// When the current incarnation began; `nil` in the first.
    private let incarnation: Instant?
    /// The newest first; two at most.
    package private(set) var windows: [StoredWindow]
    /// How often an operator has changed listings of the store.
    let changes: Int64

    /// How far ahead listings are drawn and sealed.
    package static let horizon = TimeSpan.minutes(12)
    /// How far ahead chains are made.
    private static let chainHorizon = TimeSpan.hours(1)

    init(
        content: StoreContent, catalogue: Catalogue, cards: CardTexts, state: StoreState, incarnation: Instant?,
        firstWindow: Instant
    ) throws(StartError) {
        let identity = state.identity
        guard identity.cardBytes == content.cardBytes else {
            throw .cardBytesChanged(
                store: identity.id, published: identity.cardBytes, configured: content.cardBytes)
        }
        try Self.checkSeals(state.listings, of: content, firstWindow: firstWindow)
        signingKey = try identity.signingKey()
        self.content = content
        self.cards = cards
        listings = state.listings
        chains = state.chains
        windows = state.windows
        changes = state.changes
        self.incarnation = incarnation
        editionsLeft = EditionsLeft()
        let horizon = Self.horizon(of: state.windows)
        runs = OfferRun.left(of: state.listings, positions: content.rules.positions, until: horizon)
        schedule = Schedule(
            content, catalogue, after: state.listings, state, until: horizon, redraws: state.redraws,
            firstWindow: firstWindow)
    }

    /// Checks that all stored cards were sealed with this version of the wire format, because windows can contain no
    /// others.
    private static func checkSeals(
        _ listings: [StoredListing], of store: StoreContent, firstWindow: Instant
    ) throws(StartError) {
        let length = CardSeal.sealedBytes(cardBytes: store.cardBytes)
        // By index, because copying a listing costs more than looking at it.
        let others = listings.indices.lazy.filter {
            listings[$0].end > firstWindow && listings[$0].sealed.count != length
        }
        guard let last = others.map({ listings[$0].end }).max() else { return }
        throw .otherWireFormat(
            store: store.id, until: last.floored(to: .minutes(1)) + .minutes(1), now: firstWindow)
    }

    /// Every offer that is decided.
    var decided: DecidedOffers {
        DecidedOffers(listings, positions: content.rules.positions, until: Self.horizon(of: windows))
    }

    /// Up to when every position has offers: the next to be drawn begins here.
    package var drawnUntil: Instant { schedule.end }

    /// Up to when the newest of these windows made everything be drawn.
    private static func horizon(of windows: [StoredWindow]) -> Instant {
        windows.first.map { $0.issuedAt + horizon } ?? .distantPast
    }

    /// Up to when everything is drawn by the last window of a minute that begins before other content takes effect.
    static func drawnUntil(whenInForceFrom instant: Instant) -> Instant {
        instant.ceiled(to: .minutes(1)) - .minutes(1) + horizon
    }

    /// The schedule as it goes on when other content takes effect.
    ///
    /// - Parameters:
    ///   - offers: all that is drawn by then, and what `noRepeat` still keeps away.
    ///   - horizon: up to when everything is drawn by then.
    func schedule(
        with store: StoreContent, _ catalogue: Catalogue, after offers: [Offer], until horizon: Instant,
        from instant: Instant
    ) -> Schedule {
        schedule.continued(
            with: store.odds(catalogue, editionsLeft: editionsLeft), after: offers,
            until: max(horizon, Self.horizon(of: windows)), firstWindow: instant.floored(to: .minutes(1)),
            earliest: chains.first.map { $0.start(of: 1) } ?? .distantPast)
    }

    package var publicKey: Curve25519.Signing.PublicKey { signingKey.publicKey }
    package var receipts: ReceiptSigner { ReceiptSigner(key: signingKey) }

    /// How long an ended listing stays in memory, because it can still be bought for a moment.
    static let held = TimeSpan.minutes(5)

    /// The same, for one that its offer outlasts: a device that hasn't heard of its next listing still names it.
    private static let offersHeld = TimeSpan.hours(1)

    /// How long ended listings are read from the database as a whole.
    static func whole(_ rules: StoreRules) -> TimeSpan {
        rules.offersAreLong ? offersHeld : held
    }

    /// How long an ended listing stays in the database. It is needed for as long as `noRepeat` keeps its item away.
    package static func kept(_ rules: StoreRules) -> TimeSpan { max(rules.noRepeat, whole(rules)) }

    /// Returns the next chain that must be made before `issuedAt` can be published; `nil` when none is missing.
    package func missingChain(at issuedAt: Instant) -> ChainPlan? {
        guard let last = chains.last else {
            return ChainPlan(store: content.id, epoch: firstStart(at: issuedAt) - .seconds(1))
        }
        guard last.end < issuedAt + Self.horizon else { return nil }
        return ChainPlan(store: content.id, after: last.id, epoch: last.end)
    }

    /// Returns the next chain when one will be missing within an hour after `issuedAt`.
    package func comingChain(at issuedAt: Instant) -> ChainPlan? {
        chains.isEmpty ? nil : missingChain(at: issuedAt + Self.chainHorizon)
    }

    package mutating func add(_ chain: Chain) {
        guard chains.last != chain else { return }
        chains.append(chain)
    }

    /// Uses these numbers of editions left for all further draws, and draws no item that is withdrawn here.
    package mutating func take(_ editionsLeft: EditionsLeft, _ withdrawn: WithdrawnGoods) {
        self.editionsLeft = editionsLeft
        self.editionsLeft.withdrawn = withdrawn.items(of: content.id)
        self.withdrawn = withdrawn
        schedule.take(self.editionsLeft)
    }

    /// Extends the schedule, seals what is new and signs the window of `issuedAt`, a whole minute.
    ///
    /// After a halt, listings may be drawn that ended long ago. They aren't stored, because nobody can see them any
    /// more.
    ///
    /// - Parameter version: the content version that was followed last.
    package mutating func publish(at issuedAt: Instant, version: Int64?, keyring: Keyring) throws -> Publication {
        let drawn = try draw(at: issuedAt, keyring: keyring)
        keep(drawn, at: issuedAt)
        let (previous, window) = (windows.first?.head(changes: changes), try makeWindow(at: issuedAt, keyring: keyring))
        windows = [window] + windows.prefix(1)
        return Publication(
            previous: previous, version: version, window: window, drawn: drawn, editionsLeft: editionsLeft)
    }

    /// Extends the schedule, and seals the listings of its offers that start before the horizon.
    private mutating func draw(at issuedAt: Instant, keyring: Keyring) throws -> [StoredListing] {
        try extend(at: issuedAt)
        let parts = nextListings(at: issuedAt)
        let sealed = try seal(parts, keyring: keyring)
        runs.removeAll(where: \.isOver)
        return sealed
    }

    private mutating func extend(at issuedAt: Instant) throws(Schedule.NothingToShow) {
        runs += try schedule.extend(until: issuedAt + Self.horizon).map(OfferRun.init)
    }

    /// A listing that is to be sealed, and the index of the run that it belongs to.
    private typealias Part = (run: Int, listing: Listing)

    /// Takes the listings that start before the horizon off their runs.
    ///
    /// - Returns: those that aren't over for long, by start and position.
    private mutating func nextListings(at issuedAt: Instant) -> [Part] {
        let (horizon, forgotten) = (issuedAt + Self.horizon, forgotten(at: issuedAt))
        var parts: [Part] = []
        for index in runs.indices {
            while !runs[index].isOver, runs[index].next < horizon {
                let listing = schedule.listing(of: runs[index].offer, from: runs[index].next)
                runs[index].pass(listing)
                if listing.end > forgotten { parts.append((index, listing)) }
            }
        }
        return parts.sorted { ($0.listing.start, $0.listing.position) < ($1.listing.start, $1.listing.position) }
    }

    /// What had ended by then isn't stored. Of a new store's past, which nobody has seen, at most a day is.
    private func forgotten(at issuedAt: Instant) -> Instant {
        issuedAt - (windows.isEmpty ? min(Self.kept(content.rules), .hours(22)) : Self.kept(content.rules))
    }

    /// When the first listing starts that a new store keeps.
    private func firstStart(at issuedAt: Instant) -> Instant {
        var drawn = self
        do throws(Schedule.NothingToShow) { try drawn.extend(at: issuedAt) } catch { return issuedAt }
        return min(drawn.nextListings(at: issuedAt).first?.listing.start ?? issuedAt, issuedAt)
    }

    /// Adds newly drawn listings in order, and drops those that nobody can buy any more.
    ///
    /// The schedule itself remembers how long `noRepeat` keeps each item away.
    private mutating func keep(_ drawn: [StoredListing], at issuedAt: Instant) {
        let (over, longOver) = (issuedAt - Self.held, issuedAt - Self.offersHeld)
        listings.removeAll { $0.end <= over && ($0.end <= longOver || !Card.mayJoin($0.card)) }
        for index in listings.indices where listings[index].end <= issuedAt && !listings[index].sealed.isEmpty {
            listings[index] = listings[index].unsealed
        }
        listings += drawn.lazy.filter { $0.end > over }
    }

    private mutating func seal(_ parts: [Part], keyring: Keyring) throws -> [StoredListing] {
        var plain: [(plaintext: [UInt8], seal: CardSeal)] = []
        plain.reserveCapacity(parts.count)
        for (run, listing) in parts {
            guard let (chain, slot) = slot(startingAt: listing.start) else {
                throw PublishError.noChain(store: content.id)
            }
            let seal = CardSeal(
                chain: chain, slot: slot, position: listing.position, revision: 0, seconds: listing.seconds)
            plain.append((try card(of: run), seal))
        }
        let sealed = try keyring.seal(plain)
        return parts.indices.map { index in
            let (card, seal) = plain[index]
            return StoredListing(
                listing: parts[index].listing, revision: 0, chain: seal.chain.bytes, slot: seal.slot, card: card,
                sealed: sealed[index])
        }
    }

    /// The card of a run's listings: that of its first, whatever has become of the item since.
    private mutating func card(of run: Int) throws -> [UInt8] {
        if let card = runs[run].card { return card }
        let offer = runs[run].offer
        let span = schedule.isJoined(offer) ? offer.span : nil
        guard let card = try cards.plaintext(of: offer.item, in: content, offer: span) else {
            throw PublishError.noItem(store: content.id, offer.item)
        }
        runs[run].note(card: card)
        return card
    }

    /// The listings, and when their keys are public.
    func releases(of drawn: [StoredListing]) -> [(listing: StoredListing, release: Instant)] {
        drawn.compactMap { listing in
            chains.first { $0.id.bytes == listing.chain }.map { (listing, $0.release(of: listing.slot)) }
        }
    }

    private func slot(startingAt start: Instant) -> (ChainID, Int)? {
        for chain in chains {
            if let slot = chain.slot(startingAt: start) { return (chain.id, slot) }
        }
        return nil
    }

    /// Returns the chains that the window of `issuedAt` names: those of its listings, and the next chain shortly before
    /// it is needed.
    package func chains(inWindowAt issuedAt: Instant) -> [Chain] {
        chains(of: listings(inWindowAt: issuedAt), inWindowAt: issuedAt)
    }

    private func chains(of shown: [StoredListing], inWindowAt issuedAt: Instant) -> [Chain] {
        chains.filter { chain in
            (chain.end > issuedAt && chain.epoch < issuedAt + Self.horizon)
                || shown.contains { $0.chain == chain.id.bytes }
        }
    }

    func listings(inWindowAt issuedAt: Instant) -> [StoredListing] {
        let span = issuedAt..<issuedAt + WindowHeader.shortestSpan
        return listings.filter { $0.touches(span) }
    }

    /// Whether a listing can't be bought, because it, its item or its store is withdrawn.
    func isWithdrawn(_ listing: StoredListing) -> Bool {
        withdrawn.covers(listing, of: content.id)
    }

    /// Whether an offer that isn't decided yet couldn't be bought, because its item or its store is withdrawn.
    func isWithdrawn(_ offer: Offer) -> Bool {
        withdrawn.covers(item: offer.item, of: content.id, during: offer.span)
    }

    /// Names those of the listings whose keys are public at `instant`.
    private func places(
        of listings: [StoredListing], in present: [Chain], at instant: Instant
    ) -> [WithdrawnPlace] {
        listings.compactMap { listing in
            guard let index = present.firstIndex(where: { $0.id.bytes == listing.chain }),
                present[index].release(of: listing.slot) <= instant
            else { return nil }
            return WithdrawnPlace(chain: index, slot: listing.slot, position: listing.position)
        }
    }

    private func makeWindow(at issuedAt: Instant, keyring: Keyring) throws -> StoredWindow {
        let until = issuedAt + WindowHeader.shortestSpan
        let shown = listings(inWindowAt: issuedAt)
        let present = chains(of: shown, inWindowAt: issuedAt)
        // Positions that are new or go away come and go with their listings.
        let positions = (shown.lazy.map(\.position).max() ?? 0) + 1
        let header = WindowHeader(
            store: content.id, previous: windows.first?.digest ?? WindowHeader.noPrevious,
            incarnation: incarnation, issuedAt: issuedAt, until: until, positions: positions,
            columns: min(content.columns, positions),
            cardBytes: content.cardBytes, count: shown.count, chains: present,
            released: present.compactMap { keyring.newest(of: $0.id, earliest: issuedAt) },
            withdrawn: places(of: shown.filter(isWithdrawn), in: present, at: issuedAt))
        let indices = Dictionary(uniqueKeysWithValues: present.enumerated().map { ($1.id.bytes, $0) })
        let records = shown.map { WindowRecord($0, chain: indices[$0.chain] ?? 0) }
        let file = try WindowFile(header: header, records: records, key: signingKey)
        return StoredWindow(
            store: content.id, sequence: header.sequence, issuedAt: issuedAt, digest: file.digest,
            bytes: file.bytes)
    }
}

extension WindowRecord {
    fileprivate init(_ listing: StoredListing, chain: Int) {
        self.init(
            chain: chain, position: listing.position, revision: listing.revision, slot: listing.slot,
            seconds: listing.seconds, sealed: listing.sealed)
    }
}

extension Schedule {
    /// Goes on after some of the listings that are stored.
    init(
        _ content: StoreContent, _ catalogue: Catalogue, after listings: [StoredListing], _ state: StoreState,
        until horizon: Instant = .distantPast, redraws: [Redraw], firstWindow: Instant
    ) {
        self.init(
            odds: content.odds(catalogue), seed: ScheduleSeed(bytes: state.identity.scheduleSeed),
            after: state.past.map(Offer.init)
                + DecidedOffers(listings, positions: content.rules.positions, until: horizon).all,
            until: horizon, firstWindow: firstWindow,
            earliest: state.chains.first.map { $0.start(of: 1) } ?? .distantPast,
            redraws: redraws)
    }
}
