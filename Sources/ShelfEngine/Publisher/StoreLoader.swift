import Logging
import ShelfDatabase
import ShelfModel
import ShelfWire

/// Reads stores from the database, and creates those that are new.
struct StoreLoader: Sendable {
    let database: any ScheduleDatabase & ChangeDatabase
    let catalogue: Catalogue
    /// By the stores' ids.
    let appSecrets: [String: AppSecret]
    let cards: CardTexts
    let vault: KeyVault
    /// When the current incarnation begins. No store has a window from before it. `nil` in the first incarnation.
    let incarnation: Instant?
    let randomness: Randomness
    let logger: Logger

    /// A store's publisher and its public view, as read from the database.
    struct Loaded: Sendable {
        let publisher: StorePublisher
        let shown: PublishedStore
    }

    /// Reads a store from the database, and creates it when it is new.
    func open(_ store: StoreContent, now: Instant) async throws -> Loaded {
        let identity = try await database.create(
            StoredStore(
                id: store.id, signingSeed: randomness.bytes(32), scheduleSeed: randomness.bytes(32),
                cardBytes: store.cardBytes, createdAt: now))
        return try await load(store, identity, now: now)
    }

    /// Returns those of the given stores that are in the database, in the given order.
    func known(_ stores: [StoreContent], now: Instant) async throws -> [Loaded] {
        try await withThrowingTaskGroup(of: (Int, Loaded?).self) { group in
            var loaded = [Loaded?](repeating: nil, count: stores.count)
            for (number, store) in stores.enumerated() {
                if number >= Self.atOnce, let (number, store) = try await group.next() { loaded[number] = store }
                group.addTask {
                    guard let identity = try await database.store(store.id) else { return (number, nil) }
                    return (number, try await load(store, identity, now: now))
                }
            }
            for try await (number, store) in group { loaded[number] = store }
            return loaded.compactMap(\.self)
        }
    }

    /// How many stores are read at the same time, so that one store's rows are fetched while another's are processed.
    private static let atOnce = 4

    private func load(_ store: StoreContent, _ identity: StoredStore, now: Instant) async throws -> Loaded {
        let state = try await state(of: store, identity, now: now)
        let publisher = try StorePublisher(
            content: store, catalogue: catalogue, cards: cards, state: state, incarnation: incarnation,
            firstWindow: firstWindow(now))
        return Loaded(publisher: publisher, shown: PublishedStore(publisher))
    }

    private func firstWindow(_ now: Instant) -> Instant {
        max(now.floored(to: .minutes(1)), incarnation ?? .distantPast)
    }

    /// Reads what the database has of a store; `nil` when it doesn't know the store.
    func state(of store: StoreContent, now: Instant) async throws -> StoreState? {
        guard let identity = try await database.store(store.id) else { return nil }
        return try await state(of: store, identity, now: now)
    }

    /// Reads the head before the listings, so that a publication or change in between is noticed.
    private func state(of store: StoreContent, _ identity: StoredStore, now: Instant) async throws -> StoreState {
        let stored = try await database.chains(of: store.id)
        if let newest = stored.last, newest.lead != store.lead || newest.appSecret != appSecrets[store.id]?.bytes {
            logger.notice(
                "another lead or app secret begins with the next key chain",
                metadata: ["store": "\(store.id)", "inSeconds": "\((newest.end - now).wholeSeconds)"])
        }
        let chains = try stored.map(vault.keep)
        let changes = try await database.changes()[store.id] ?? 0
        let windows = try await database.newestWindows(of: store.id, limit: 2)
        let minute = firstWindow(now)
        let newest = min(minute, windows.first?.issuedAt ?? minute)
        let (since, recent) = (newest - StorePublisher.kept(store.rules), newest - StorePublisher.held)
        var listings = try await database.listings(of: store.id, endingAfter: recent)
        cards.share(&listings)
        return StoreState(
            identity: identity, chains: chains, windows: windows, changes: changes,
            redraws: changes == 0 ? [] : try await database.redraws(of: store.id),
            listings: listings,
            past: try await database.pastListings(of: store.id, endingAfter: since, notAfter: recent))
    }
}
