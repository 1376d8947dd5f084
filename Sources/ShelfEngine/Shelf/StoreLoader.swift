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
    let keyring: Keyring
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
        _ = try await database.create(
            StoredStore(
                id: store.id, signingSeed: randomness.bytes(32), scheduleSeed: randomness.bytes(32),
                cardBytes: store.cardBytes, createdAt: now))
        guard let state = try await state(of: store, now: now) else { throw PublishError.noStore(store.id) }
        return try load(store, state, now: now)
    }

    /// Returns those of the given stores that are in the database, in the given order.
    func known(_ stores: [StoreContent], now: Instant) async throws -> [Loaded] {
        try await withThrowingTaskGroup(of: (Int, Loaded?).self) { group in
            var loaded = [Loaded?](repeating: nil, count: stores.count)
            for (number, store) in stores.enumerated() {
                if number >= Self.atOnce, let (number, store) = try await group.next() { loaded[number] = store }
                group.addTask {
                    guard let state = try await state(of: store, now: now) else { return (number, nil) }
                    return (number, try load(store, state, now: now))
                }
            }
            for try await (number, store) in group { loaded[number] = store }
            return loaded.compactMap(\.self)
        }
    }

    /// How many stores are read at the same time, so that one store's rows are fetched while another's are processed.
    private static let atOnce = 4

    private func load(_ store: StoreContent, _ state: StoreState, now: Instant) throws -> Loaded {
        let publisher = try StorePublisher(
            content: store, catalogue: catalogue, cards: cards, state: state, incarnation: incarnation,
            firstWindow: firstWindow(now))
        cards.showPictures(of: publisher.releases(of: state.listings))
        return Loaded(publisher: publisher, shown: PublishedStore(publisher))
    }

    private func firstWindow(_ now: Instant) -> Instant {
        max(now.floored(to: .minutes(1)), incarnation ?? .distantPast)
    }

    /// Reads what the database has of a store; `nil` when it doesn't know the store.
    func state(of store: StoreContent, now: Instant) async throws -> StoreState? {
        let reach = StoredState.Reach(
            minute: firstWindow(now), whole: StorePublisher.whole(store.rules), past: StorePublisher.kept(store.rules))
        guard let stored = try await database.state(of: store.id, reach) else { return nil }
        tellOfNewChain(store, after: stored.chains.last, now: now)
        let chains = try stored.chains.map(keyring.keep)
        var listings = keyring.opened(stored.listings)
        cards.share(&listings)
        return StoreState(
            identity: stored.store, chains: chains, windows: stored.windows,
            changes: stored.changes, redraws: stored.redraws, listings: listings, past: stored.past)
    }

    private func tellOfNewChain(_ store: StoreContent, after last: StoredChain?, now: Instant) {
        guard let last, last.lead != store.lead || last.appSecret != appSecrets[store.id]?.bytes else { return }
        logger.notice(
            "another lead or app secret begins with the next key chain",
            metadata: ["store": "\(store.id)", "inSeconds": "\((last.end - now).wholeSeconds)"])
    }
}
