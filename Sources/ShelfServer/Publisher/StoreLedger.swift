import Logging
import ShelfConfiguration
import ShelfDatabase
import ShelfModel
import ShelfWire

/// Reads what a database knows of stores, and enters those that are new.
struct StoreLedger: Sendable {
    let database: any ScheduleDatabase
    let catalogue: Catalogue
    let cards: CardTexts
    let vault: KeyVault
    let randomness: Randomness
    let logger: Logger

    /// A store as the database left it, and what may be shown of it.
    struct Loaded: Sendable {
        let publisher: StorePublisher
        let shown: PublishedStore
    }

    /// Stores in the order given; those that are new are entered.
    func load(_ stores: [StoreConfiguration], now: Instant) async throws -> [Loaded] {
        var loaded = try await known(stores, now: now)
        // One after another, so that the same randomness makes the same stores.
        for (number, store) in stores.enumerated() where loaded[number] == nil {
            let identity = try await database.create(
                StoredStore(
                    id: store.id, signingSeed: randomness.bytes(32), scheduleSeed: randomness.bytes(32),
                    cardBytes: store.cardBytes, createdAt: now))
            loaded[number] = try await load(store, identity, now: now)
        }
        return loaded.compactMap(\.self)
    }

    /// Those that the database knows, each in its place.
    private func known(_ stores: [StoreConfiguration], now: Instant) async throws -> [Loaded?] {
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
            return loaded
        }
    }

    /// So many stores are read at a time: one's rows are put together while another's are fetched.
    private static let atOnce = 4

    private func load(
        _ store: StoreConfiguration, _ identity: StoredStore, now: Instant
    ) async throws -> Loaded {
        let minute = now.floored(to: .minutes(1))
        let stored = try await database.chains(of: store.id)
        if let newest = stored.last, newest.lead != store.lead || newest.appSecret != store.appSecret?.bytes {
            logger.notice(
                "another lead or app secret begins with the next key chain",
                metadata: ["store": "\(store.id)", "inSeconds": "\((newest.end - now).wholeSeconds)"])
        }
        let chains = try stored.map(vault.keep)
        let windows = try await database.newestWindows(of: store.id, limit: 2)
        let since = min(minute, windows.first?.issuedAt ?? minute) - StorePublisher.kept(store.rules)
        let publisher = try StorePublisher(
            configuration: store, catalogue: catalogue, cards: cards, identity: identity,
            listings: try await database.listings(of: store.id, endingAfter: since), chains: chains,
            windows: windows, firstWindow: minute)
        return Loaded(publisher: publisher, shown: PublishedStore(publisher))
    }
}
