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
    private let ledger: StoreLedger
    private let folder: PublishedFolder
    private let vault: KeyVault
    private let shelves: Shelves
    private let randomness: Randomness
    private let metrics: ServerMetrics
    private let logger: Logger
    private var stores: [String: StorePublisher] = [:]
    /// Windows that are decided and served, and not yet in the folder, the oldest first.
    private var unfiled: [StoredWindow] = []
    /// The last minute in which chains were made ahead and what is old was forgotten.
    private var tidied = Instant.distantPast

    /// So many stores' publications are one transaction, and so many windows are made durable together: few enough
    /// that a purchase doesn't wait long for its turn at the database.
    private static let gathered = 4
    /// A transaction with so many new listings waits for no other store's.
    private static let drawn = 300
    /// The chains that are needed within the hour are made within this many minutes.
    private static let chainsOver = 30
    private static let pruneEvery: Int64 = 10
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
        ledger = StoreLedger(
            database: database, catalogue: configuration.catalogue,
            cards: CardTexts(catalogue: configuration.catalogue), vault: vault, randomness: randomness,
            logger: logger)
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
        let loaded = try await ledger.load(configuration.stores, now: earliest)
        for store in loaded {
            if let newest = store.publisher.windows.first, newest.issuedAt > latest {
                throw StartError.windowsFromTheFuture(store: store.shown.id, issuedAt: newest.issuedAt, now: latest)
            }
        }
        for store in loaded { take(store) }
    }

    private func take(_ store: StoreLedger.Loaded) {
        stores[store.shown.id] = store.publisher
        guard !store.publisher.windows.isEmpty else { return }
        unfiled += store.publisher.windows.reversed()
        shelves.show(store.shown)
    }

    /// Publishes the present minute of those stores that have no window to show until the next call of ``publish(earliest:)``.
    package func publishFirst(earliest: Instant) async {
        _ = await publish(
            configuration.stores.filter { store in
                stores[store.id]?.windows.first.map { $0.issuedAt + WindowHeader.shortestSpan <= earliest } ?? true
            }, at: earliest.floored(to: .minutes(1)))
    }

    /// Publishes, for every store that has no window of this minute yet, the minute that `earliest` lies in.
    ///
    /// One store's failure leaves the others alone.
    ///
    /// - Returns: whether all went well; what failed is tried again at the next call.
    @discardableResult
    package func publish(earliest: Instant) async -> Bool {
        let minute = earliest.floored(to: .minutes(1))
        let allWell = await publish(configuration.stores, at: minute)
        await file()
        guard !Task.isCancelled else { return false }
        if tidied < minute {
            tidied = minute
            await makeChainsAhead(at: minute)
            await prune(at: minute)
        }
        return unfiled.isEmpty && allWell
    }

    private func publish(_ wanted: [StoreConfiguration], at minute: Instant) async -> Bool {
        await readEditions()
        var (made, allWell) = ([Made](), true)
        for store in wanted {
            guard let publisher = stores[store.id], publisher.windows.first.map({ $0.issuedAt < minute }) ?? true else {
                continue
            }
            // Whoever else has something to do gets a turn.
            await Task.yield()
            guard !Task.isCancelled else { return false }
            guard let next = await make(publisher, at: minute) else {
                allWell = false
                continue
            }
            made.append(next)
            if made.count == Self.gathered || made.reduce(0, { $0 + $1.publication.drawn.count }) >= Self.drawn {
                allWell = await keep(made, at: minute) && allWell
                made = []
            }
        }
        return await keep(made, at: minute) && allWell
    }

    /// Puts into the folder what is not there yet; what can't be put there now is tried again at the next call.
    ///
    /// After a store's first failure its later windows wait, so that an older one never replaces the newest.
    private func file() async {
        var (waiting, left) = (unfiled[...], [StoredWindow]())
        unfiled = []
        while !waiting.isEmpty {
            let blocked = Set(left.map(\.store))
            left += waiting.prefix(Self.gathered).filter { blocked.contains($0.store) }
            let some = waiting.prefix(Self.gathered).filter { !blocked.contains($0.store) }
            for (window, fault) in folder.publish(some) {
                left.append(window)
                report("a window is served but not in the published folder", store: window.store, fault)
            }
            waiting = waiting.dropFirst(Self.gathered)
            await Task.yield()
        }
        unfiled = (left + unfiled).filter(isNewest)
    }

    /// Older ones, which nobody needs in the folder any more, would fill the memory while it can't be written.
    private func isNewest(_ window: StoredWindow) -> Bool {
        stores[window.store]?.windows.contains { $0.sequence == window.sequence } ?? false
    }

    /// What was known a minute ago does, when the database can't say.
    private func readEditions() async {
        guard let sold = try? await database.editionsSold(), sold != editionsLeft.sold else { return }
        editionsLeft = EditionsLeft(sold: sold)
    }

    private func report(_ message: Logger.Message, store: String, _ error: any Error) {
        // Who is told to stop has failed at nothing.
        guard !(error is CancellationError) else { return }
        metrics.count(.publishFailures)
        logger.error(message, metadata: ["store": "\(store)", "why": "\(Self.reason(error))"])
    }

    /// What went wrong, without the item it went wrong with.
    private static func reason(_ error: any Error) -> String {
        guard let tooLong = error as? Card.TooLong else { return "\(error)" }
        return "a card needs \(tooLong.needed) bytes, but cardBytes is \(tooLong.cardBytes); run shelflife check"
    }

    /// A store as it will be once its publication is kept.
    private struct Made {
        let next: StorePublisher
        let publication: Publication
    }

    /// Decides a store's minute; `nil` when that can't be, which is reported.
    private func make(_ publisher: StorePublisher, at minute: Instant) async -> Made? {
        let store = publisher.configuration
        var next = publisher
        do {
            next.take(editionsLeft)
            while let plan = next.missingChain(at: minute) { next.add(try await makeChain(plan, for: store)) }
            let publication = try next.publish(at: minute, vault: vault)
            return Made(next: next, publication: publication)
        } catch {
            report("a window was not published", store: store.id, error)
            return nil
        }
    }

    /// Keeps what was decided, in one transaction, and shows it.
    ///
    /// - Returns: whether each of the stores now has a window of this minute.
    private func keep(_ made: [Made], at minute: Instant) async -> Bool {
        guard !made.isEmpty else { return true }
        var allWell = true
        do {
            let refused = try await database.publish(made.map(\.publication))
            for one in made {
                if refused.contains(one.publication.store) {
                    allWell = await follow(one.next.configuration, minute: minute) && allWell
                } else {
                    show(one)
                }
            }
        } catch  where made.count > 1 && !(error is CancellationError) {
            // Perhaps one of them is to blame: it must not keep the others from being published.
            for one in made { allWell = await keep([one], at: minute) && allWell }
        } catch {
            for one in made { report("a window was not published", store: one.publication.store, error) }
            return false
        }
        return allWell
    }

    private func show(_ made: Made) {
        stores[made.publication.store] = made.next
        shelves.show(PublishedStore(made.next))
        metrics.count(.windowsPublished)
        unfiled.append(made.publication.window)
        logger.debug(
            "window published",
            metadata: ["store": "\(made.publication.store)", "sequence": "\(made.publication.window.sequence)"])
    }

    private func makeChain(_ plan: ChainPlan, for store: StoreConfiguration) async throws -> Chain {
        let made = SecretChain(plan: plan, lead: store.lead, secret: store.appSecret, randomness: randomness)
        return try vault.keep(try await database.add(made.stored(for: store.id)))
    }

    /// Makes some of the chains that will be needed within the hour, so that no minute has to make many.
    private func makeChainsAhead(at minute: Instant) async {
        let coming = configuration.stores
            .compactMap { store in stores[store.id]?.comingChain(at: minute).map { (store, $0) } }
            .sorted { $0.1.epoch < $1.1.epoch }
        for (store, plan) in coming.prefix(configuration.stores.count / Self.chainsOver + 1) {
            await Task.yield()
            guard !Task.isCancelled else { return }
            do {
                let chain = try await makeChain(plan, for: store)
                stores[store.id]?.add(chain)
            } catch {
                report("a key chain was not made ahead", store: store.id, error)
            }
        }
    }

    /// Another server has published this minute: goes on from there.
    ///
    /// - Returns: whether the store now has a window of this minute.
    private func follow(_ store: StoreConfiguration, minute: Instant) async -> Bool {
        logger.notice("another server has published this minute", metadata: ["store": "\(store.id)"])
        do {
            guard let loaded = try await ledger.load([store], now: minute).first else { return false }
            take(loaded)
            return loaded.publisher.windows.first.map { $0.issuedAt >= minute } ?? false
        } catch {
            report("a store was not read again", store: store.id, error)
            return false
        }
    }

    /// Forgets what nobody can ask for any more, each store's every ten minutes.
    /// What can't be forgotten now is forgotten later.
    private func prune(at minute: Instant) async {
        let turn = WindowHeader.sequence(at: minute) % Self.pruneEvery
        for (number, store) in configuration.stores.enumerated() where Int64(number) % Self.pruneEvery == turn {
            guard !Task.isCancelled else { return }
            let windows = minute - Self.windowsKept
            do {
                try await database.prune(
                    store: store.id, windows: windows,
                    listings: minute - StorePublisher.kept(store.rules) - .minutes(10),
                    chains: minute - Self.chainsKept)
                try folder.prune(store: store.id, before: WindowHeader.sequence(at: windows))
            } catch {
                report("old windows were not removed", store: store.id, error)
            }
            await Task.yield()
        }
        vault.forget(endedBefore: minute - Self.chainsKept)
    }
}
