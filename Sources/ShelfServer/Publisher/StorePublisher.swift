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
    private let catalogue: Catalogue
    private var schedule: Schedule
    /// Sealed listings, by start and position.
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
        configuration: StoreConfiguration, catalogue: Catalogue, identity: StoredStore, listings: [StoredListing],
        chains: [Chain], windows: [StoredWindow], firstWindow: Instant
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
        self.catalogue = catalogue
        self.listings = listings
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

    /// How long a listing that is over is kept: it may not come back, and it may still be bought for a moment.
    package static func kept(_ rules: StoreRules) -> TimeSpan { max(rules.noRepeat, .minutes(5)) }

    /// The next chain that has to be made before `issuedAt` can be published, if one is missing.
    package func missingChain(at issuedAt: Instant) -> ChainPlan? {
        let store = configuration.id
        guard let last = chains.last else {
            return ChainPlan(store: store, epoch: min(schedule.end, issuedAt) - .seconds(1))
        }
        guard last.end < issuedAt + Self.horizon + Self.chainHorizon else { return nil }
        return ChainPlan(store: store, epoch: last.end)
    }

    package mutating func add(_ chain: Chain) {
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
        let drawn = try schedule.extend(until: issuedAt + Self.horizon)
            .filter { $0.end > forgotten }
            .map { try seal($0, vault: vault) }
        listings = (listings.filter { $0.end > forgotten } + drawn)
            .sorted { ($0.start, $0.position) < ($1.start, $1.position) }
        let window = try makeWindow(at: issuedAt, vault: vault)
        windows = [window] + windows.prefix(1)
        return Publication(window: window, drawn: drawn, editionsLeft: editionsLeft)
    }

    private func seal(_ listing: Listing, vault: KeyVault) throws -> StoredListing {
        guard let (chain, slot) = slot(startingAt: listing.start), let item = catalogue[listing.item] else {
            throw PublishError.noChain(store: configuration.id)
        }
        let card = try Card(item).plaintext(cardBytes: configuration.cardBytes)
        let seal = CardSeal(
            chain: chain, slot: slot, position: listing.position, revision: 0, seconds: listing.seconds)
        return StoredListing(
            listing: listing, revision: 0, chain: chain.bytes, slot: slot, card: card,
            sealed: try vault.seal(card, as: seal))
    }

    private func slot(startingAt start: Instant) -> (ChainID, Int)? {
        for chain in chains {
            if let slot = chain.slot(startingAt: start) { return (chain.id, slot) }
        }
        return nil
    }

    /// The chains that the window of `issuedAt` names: those of its listings, and the next before it is needed.
    package func chains(inWindowAt issuedAt: Instant) -> [Chain] {
        let used = Set(listings(inWindowAt: issuedAt).map(\.chain))
        return chains.filter {
            used.contains($0.id.bytes) || ($0.end > issuedAt && $0.epoch < issuedAt + Self.horizon)
        }
    }

    private func listings(inWindowAt issuedAt: Instant) -> [StoredListing] {
        let span = issuedAt..<issuedAt + WindowHeader.shortestSpan
        return listings.filter { $0.touches(span) && $0.position < configuration.rules.positions }
    }

    private func makeWindow(at issuedAt: Instant, vault: KeyVault) throws -> StoredWindow {
        let until = issuedAt + WindowHeader.shortestSpan
        let shown = listings(inWindowAt: issuedAt)
        let present = chains(inWindowAt: issuedAt)
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
