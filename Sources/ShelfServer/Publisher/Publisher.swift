import Crypto
package import Logging
package import ShelfConfiguration
package import ShelfDatabase
package import ShelfModel
import ShelfWire

/// Publishes every store's window, once a minute: database first, then the routes, then the folder.
package actor Publisher {
    private let configuration: Configuration
    private var editionsLeft = EditionsLeft()
    private let database: any ScheduleDatabase
    private let folder: PublishedFolder
    private let vault: KeyVault
    private let shelves: Shelves
    private let randomness: Randomness
    private let metrics: ServerMetrics
    private let logger: Logger
    private var stores: [String: StorePublisher] = [:]
    /// Windows that are decided and served, and not yet in the folder, the oldest first.
    private var unfiled: [StoredWindow] = []

    /// How long issued windows are kept.
    private static let windowsKept = TimeSpan.hours(2)
    /// How long the keys of a finished chain stay available: a day, and some.
    private static let chainsKept = TimeSpan.hours(26)

    package init(
        configuration: Configuration, database: any ScheduleDatabase, folder: PublishedFolder, vault: KeyVault,
        shelves: Shelves, randomness: Randomness, metrics: ServerMetrics, logger: Logger
    ) {
        self.configuration = configuration
        self.database = database
        self.folder = folder
        self.vault = vault
        self.shelves = shelves
        self.randomness = randomness
        self.metrics = metrics
        self.logger = logger
    }

    /// Takes up every store where the database left it.
    ///
    /// - Parameters:
    ///   - earliest: the earliest that the true time can be.
    ///   - latest: the latest; a window issued after it stops the start.
    package func start(earliest: Instant, latest: Instant) async throws {
        for store in configuration.stores {
            let publisher = try await load(store, minute: earliest.floored(to: .minutes(1)), now: earliest)
            if let newest = publisher.windows.first, newest.issuedAt > latest {
                throw StartError.windowsFromTheFuture(store: store.id, issuedAt: newest.issuedAt, now: latest)
            }
            stores[store.id] = publisher
        }
        for publisher in stores.values {
            unfiled += publisher.windows.reversed()
            if !publisher.windows.isEmpty { shelves.show(PublishedStore(publisher)) }
        }
        file()
    }

    /// Publishes, for every store that has no window of this minute yet, the minute that `earliest` lies in.
    ///
    /// One store's failure leaves the others alone.
    ///
    /// - Returns: whether all went well; what failed is tried again at the next call.
    @discardableResult
    package func publish(earliest: Instant) async -> Bool {
        let minute = earliest.floored(to: .minutes(1))
        var allWell = true
        await readEditions()
        for store in configuration.stores {
            guard let publisher = stores[store.id] else { continue }
            if let newest = publisher.windows.first, newest.issuedAt >= minute { continue }
            do {
                try await publish(publisher, at: minute)
            } catch is PublicationConflict {
                logger.notice("another server has published this minute", metadata: ["store": "\(store.id)"])
                allWell = await reload(store, minute: minute) && allWell
            } catch is CancellationError {
                return false
            } catch {
                allWell = false
                report("a window was not published", store: store.id, error)
            }
        }
        file()
        return unfiled.isEmpty && allWell
    }

    /// Puts into the folder what is not there yet; what can't be put there now is tried again at the next call.
    ///
    /// After a store's first failure its later windows wait, so that an older one never replaces the newest.
    private func file() {
        var failed: Set<String> = []
        unfiled = unfiled.filter { window in
            guard !failed.contains(window.store) else { return true }
            do {
                try folder.publish(window)
                return false
            } catch {
                failed.insert(window.store)
                report("a window is served but not in the published folder", store: window.store, error)
                return true
            }
        }
    }

    /// What was known a minute ago does, when the database can't say.
    private func readEditions() async {
        if let sold = try? await database.editionsSold() { editionsLeft = EditionsLeft(sold: sold) }
    }

    private func report(_ message: Logger.Message, store: String, _ error: any Error) {
        metrics.count(.publishFailures)
        logger.error(message, metadata: ["store": "\(store)", "why": "\(Self.reason(error))"])
    }

    /// What went wrong, without the item it went wrong with.
    private static func reason(_ error: any Error) -> String {
        guard let tooLong = error as? Card.TooLong else { return "\(error)" }
        return "a card needs \(tooLong.needed) bytes, but cardBytes is \(tooLong.cardBytes); run shelflife check"
    }

    private func publish(_ publisher: StorePublisher, at minute: Instant) async throws {
        var next = publisher
        next.take(editionsLeft)
        while let plan = next.missingChain(at: minute) { next.add(try await makeChain(plan, for: next.configuration)) }
        let publication = try next.publish(at: minute, vault: vault)
        try await database.publish(publication)
        stores[next.configuration.id] = next
        shelves.show(PublishedStore(next))
        metrics.count(.windowsPublished)
        unfiled.append(publication.window)
        logger.debug(
            "window published",
            metadata: ["store": "\(publication.store)", "sequence": "\(publication.window.sequence)"])
        if publication.window.sequence % 10 == 0 { await prune(next.configuration, at: minute) }
    }

    private func makeChain(_ plan: ChainPlan, for store: StoreConfiguration) async throws -> Chain {
        let made = SecretChain(plan: plan, lead: store.lead, secret: store.appSecret, randomness: randomness)
        return try vault.keep(try await database.add(made.stored(for: store.id)))
    }

    private func load(_ store: StoreConfiguration, minute: Instant, now: Instant) async throws -> StorePublisher {
        let identity = try await database.create(
            StoredStore(
                id: store.id, signingSeed: randomness.bytes(32), scheduleSeed: randomness.bytes(32),
                cardBytes: store.cardBytes, createdAt: now))
        let stored = try await database.chains(of: store.id)
        if let newest = stored.last, newest.lead != store.lead || newest.appSecret != store.appSecret?.bytes {
            logger.notice(
                "another lead or app secret begins with the next key chain",
                metadata: ["store": "\(store.id)", "inSeconds": "\((newest.end - now).wholeSeconds)"])
        }
        let chains = try stored.map(vault.keep)
        let windows = try await database.newestWindows(of: store.id, limit: 2)
        let since = min(minute, windows.first?.issuedAt ?? minute) - StorePublisher.kept(store.rules)
        return try StorePublisher(
            configuration: store, catalogue: configuration.catalogue, identity: identity,
            listings: try await database.listings(of: store.id, endingAfter: since), chains: chains,
            windows: windows, firstWindow: minute)
    }

    /// - Returns: whether the store now has a window of this minute.
    private func reload(_ store: StoreConfiguration, minute: Instant) async -> Bool {
        do {
            let publisher = try await load(store, minute: minute, now: minute)
            stores[store.id] = publisher
            unfiled += publisher.windows.prefix(1)
            shelves.show(PublishedStore(publisher))
            return publisher.windows.first.map { $0.issuedAt >= minute } ?? false
        } catch {
            report("a store was not read again", store: store.id, error)
            return false
        }
    }

    /// Forgets what nobody can ask for any more. What can't be forgotten now is forgotten later.
    private func prune(_ store: StoreConfiguration, at minute: Instant) async {
        let windows = minute - Self.windowsKept
        do {
            try await database.prune(
                store: store.id, windows: windows, listings: minute - store.rules.noRepeat - Self.windowsKept,
                chains: minute - Self.chainsKept)
            try folder.prune(store: store.id, before: WindowHeader.sequence(at: windows))
        } catch {
            report("old windows were not removed", store: store.id, error)
        }
        vault.forget(endedBefore: minute - Self.chainsKept)
    }
}
