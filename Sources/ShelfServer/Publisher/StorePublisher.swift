package import Crypto
package import ShelfConfiguration
package import ShelfDatabase
package import ShelfModel
package import ShelfWire

/// One store's publishing, as a value: what has been decided, and how the next minute follows from it.
///
/// It reads no clock and writes nothing. Whoever holds it makes a publication
/// with a copy, stores it, and keeps the copy only when that has succeeded.
package struct StorePublisher: Sendable {
    package let configuration: StoreConfiguration
    private let signingKey: Curve25519.Signing.PrivateKey
    private var editionsLeft: EditionsLeft
    private let cards: CardTexts
    private var schedule: Schedule
    /// Sealed listings, by start and position; those that are over are held without their seals.
    package private(set) var listings: [StoredListing]
    /// By their epochs.
    package private(set) var chains: [Chain]
    /// The newest first; two at most.
    package private(set) var windows: [StoredWindow]

    /// How far ahead listings are drawn and sealed.
    package static let horizon = TimeSpan.minutes(12)
    /// How far ahead chains are made.
    private static let chainHorizon = TimeSpan.hours(1)

    package init(
        configuration: StoreConfiguration, catalogue: Catalogue, cards: CardTexts, identity: StoredStore,
        listings: [StoredListing], chains: [Chain], windows: [StoredWindow], firstWindow: Instant
    ) throws(StartError) {
        guard identity.cardBytes == configuration.cardBytes else {
            throw .cardBytesChanged(
                store: identity.id, published: identity.cardBytes, configured: configuration.cardBytes)
        }
        guard let key = try? Curve25519.Signing.PrivateKey(rawRepresentation: identity.signingSeed) else {
            throw .damagedStore(identity.id)
        }
        signingKey = key
        self.configuration = configuration
        self.cards = cards
        self.listings = cards.sharing(listings)
        self.chains = chains
        self.windows = windows
        editionsLeft = EditionsLeft()
        schedule = Schedule(
            odds: Odds(rules: configuration.rules, catalogue: catalogue, editionsLeft: editionsLeft),
            seed: ScheduleSeed(bytes: identity.scheduleSeed), after: listings.map(\.listing), firstWindow: firstWindow,
            earliest: chains.first.map { $0.start(of: 1) } ?? .distantPast)
    }

    package var publicKey: Curve25519.Signing.PublicKey { signingKey.publicKey }
    package var receipts: ReceiptSigner { ReceiptSigner(key: signingKey) }

    /// How long a listing that is over is held ready: it may still be bought for a moment.
    private static let held = TimeSpan.minutes(5)

    /// How long a listing that is over is stored: its item may not come back either.
    package static func kept(_ rules: StoreRules) -> TimeSpan { max(rules.noRepeat, held) }

    /// The next chain that has to be made before `issuedAt` can be published, if one is missing.
    package func missingChain(at issuedAt: Instant) -> ChainPlan? {
        guard let last = chains.last else {
            return ChainPlan(store: configuration.id, epoch: min(schedule.end, issuedAt) - .seconds(1))
        }
        guard last.end < issuedAt + Self.horizon else { return nil }
        return ChainPlan(store: configuration.id, epoch: last.end)
    }

    /// The next chain, when it will be missing within the hour after `issuedAt`.
    package func comingChain(at issuedAt: Instant) -> ChainPlan? {
        chains.isEmpty ? nil : missingChain(at: issuedAt + Self.chainHorizon)
    }

    package mutating func add(_ chain: Chain) {
        guard chains.last != chain else { return }
        chains.append(chain)
    }

    /// Draws by other editions from now on.
    package mutating func take(_ editionsLeft: EditionsLeft) {
        self.editionsLeft = editionsLeft
        schedule.take(editionsLeft)
    }

    /// Extends the schedule, seals what is new and signs the window of `issuedAt`, a whole minute.
    ///
    /// Listings that have long been over when they are drawn (after a halt)
    /// are not kept: nobody can see them any more.
    package mutating func publish(at issuedAt: Instant, vault: KeyVault) throws -> Publication {
        let forgotten = issuedAt - Self.kept(configuration.rules)
        let drawn = try seal(
            schedule.extend(until: issuedAt + Self.horizon).filter { $0.end > forgotten }, vault: vault)
        keep(drawn, at: issuedAt)
        let window = try makeWindow(at: issuedAt, vault: vault)
        windows = [window] + windows.prefix(1)
        return Publication(window: window, drawn: drawn, editionsLeft: editionsLeft)
    }

    /// Holds what is drawn next, in its order, and lets go of what nobody buys any more.
    ///
    /// That an item stays away for `noRepeat` the schedule itself remembers.
    private mutating func keep(_ drawn: [StoredListing], at issuedAt: Instant) {
        let over = issuedAt - Self.held
        let isInOrder = drawn.first.map { first in listings.last.map { Self.precedes($0, first) } ?? true } ?? true
        listings.removeAll { $0.end <= over }
        for index in listings.indices where listings[index].end <= issuedAt && !listings[index].sealed.isEmpty {
            listings[index] = listings[index].unsealed
        }
        listings += drawn.lazy.filter { $0.end > over }
        // Positions that were added, or a halt, draw what starts earlier.
        if !isInOrder { listings.sort(by: Self.precedes) }
    }

    private static func precedes(_ left: StoredListing, _ right: StoredListing) -> Bool {
        (left.start, left.position) < (right.start, right.position)
    }

    private func seal(_ drawn: [Listing], vault: KeyVault) throws -> [StoredListing] {
        let plain = try drawn.map { listing in
            guard let (chain, slot) = slot(startingAt: listing.start),
                let card = try cards.plaintext(of: listing.item, cardBytes: configuration.cardBytes)
            else { throw PublishError.noChain(store: configuration.id) }
            let seal = CardSeal(
                chain: chain, slot: slot, position: listing.position, revision: 0, seconds: listing.seconds)
            return (plaintext: card, seal: seal)
        }
        let sealed = try vault.seal(plain)
        return drawn.indices.map { index in
            let (card, seal) = plain[index]
            return StoredListing(
                listing: drawn[index], revision: 0, chain: seal.chain.bytes, slot: seal.slot, card: card,
                sealed: sealed[index])
        }
    }

    private func slot(startingAt start: Instant) -> (ChainID, Int)? {
        for chain in chains {
            if let slot = chain.slot(startingAt: start) { return (chain.id, slot) }
        }
        return nil
    }

    /// The chains that the window of `issuedAt` names: those of its listings, and the next before it is needed.
    package func chains(inWindowAt issuedAt: Instant) -> [Chain] {
        chains(of: listings(inWindowAt: issuedAt), inWindowAt: issuedAt)
    }

    private func chains(of shown: [StoredListing], inWindowAt issuedAt: Instant) -> [Chain] {
        chains.filter { chain in
            (chain.end > issuedAt && chain.epoch < issuedAt + Self.horizon)
                || shown.contains { $0.chain == chain.id.bytes }
        }
    }

    private func listings(inWindowAt issuedAt: Instant) -> [StoredListing] {
        let span = issuedAt..<issuedAt + WindowHeader.shortestSpan
        return listings.filter { $0.touches(span) && $0.position < configuration.rules.positions }
    }

    private func makeWindow(at issuedAt: Instant, vault: KeyVault) throws -> StoredWindow {
        let until = issuedAt + WindowHeader.shortestSpan
        let shown = listings(inWindowAt: issuedAt)
        let present = chains(of: shown, inWindowAt: issuedAt)
        let header = WindowHeader(
            store: configuration.id, previous: windows.first?.digest ?? WindowHeader.noPrevious, issuedAt: issuedAt,
            until: until, positions: configuration.rules.positions, columns: configuration.columns,
            cardBytes: configuration.cardBytes, count: shown.count, chains: present,
            released: present.compactMap { vault.newest(of: $0.id, earliest: issuedAt) })
        let indices = Dictionary(uniqueKeysWithValues: present.enumerated().map { ($1.id.bytes, $0) })
        let records = shown.map { WindowRecord($0, chain: indices[$0.chain] ?? 0) }
        let file = try WindowFile(header: header, records: records, key: signingKey)
        return StoredWindow(
            store: configuration.id, sequence: header.sequence, issuedAt: issuedAt, digest: file.digest,
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
