import Crypto
package import Logging
package import ShelfDatabase
package import ShelfModel
package import ShelfWire

/// Publishes a window of every store once a minute, and with it the file for old clients where a store has one: first
/// to the database, then to the shelves that the routes read, then to the published folder.
package actor Publisher {
    let content: ContentHolder
    /// When the current incarnation begins. Nothing is published before it. `nil` in the first incarnation.
    private let incarnation: Instant?
    private var editionsLeft = EditionsLeft()
    /// The withdrawals in force, as they were known at the beginning of the present minute.
    private var withdrawn = WithdrawnGoods()
    let database: any ScheduleDatabase & WithdrawalDatabase & ChangeDatabase
    /// Reads stores as they are in the content in force.
    private(set) var loader: StoreLoader
    private let folder: PublishedFolder
    let keyring: Keyring
    private let shelves: Shelves
    private let legacy: LegacyFiles
    private let pictures: PictureBook
    private let randomness: Randomness
    private let counters: EngineCounters
    private let logger: Logger
    private(set) var stores: [String: StorePublisher] = [:]
    /// Windows that are served but not yet in the published folder, the oldest first.
    private var unfiled: [StoredWindow] = []
    /// The stores whose files for old clients may be in the published folder; `nil` where that isn't known.
    private var filedLegacy: Set<String>?
    let work = SerialWork()
    /// How many changes of listings there were when they were read last.
    var followedChanges: Int64?
    /// The last minute in which chains were made ahead and old data was deleted.
    private var tidied = Instant.distantPast

    /// How many stores share one transaction, and how many windows are synced to disk together. The number is small so
    /// that a purchase doesn't wait long for the database.
    private static let gathered = 4
    /// A transaction is written at once when it has this many new listings, even if it has fewer stores.
    private static let drawn = 300
    /// How many new stores are opened before the server begins to answer. The others are opened afterwards.
    private static let openedFirst = 32
    /// How many new stores are opened in one turn, so that the others get their next minute in time.
    private static let openedInATurn = 64
    /// The work of making the next hour's chains is spread over this many minutes.
    private static let chainsOver = 30
    private static let pruneEvery: Int64 = 10
    /// How long issued windows are kept.
    package static let windowsKept = TimeSpan.hours(2)
    /// How long the keys of a finished chain stay available: a little more than a day.
    private static let chainsKept = TimeSpan.hours(26)

    package init(
        content: ContentHolder, database: any ScheduleDatabase & WithdrawalDatabase & ChangeDatabase,
        incarnation: Instant?, folder: PublishedFolder, keyring: Keyring, shelves: Shelves, legacy: LegacyFiles,
        pictures: PictureBook, randomness: Randomness, counters: EngineCounters, logger: Logger
    ) {
        self.content = content
        self.incarnation = incarnation
        self.database = database
        let (catalogue, appSecrets) = (content.current.catalogue, content.state.appSecrets)
        loader = StoreLoader(
            database: database, catalogue: catalogue, appSecrets: appSecrets,
            cards: CardTexts(catalogue, pictures: pictures),
            keyring: keyring, incarnation: incarnation, randomness: randomness, logger: logger)
        self.folder = folder
        self.keyring = keyring
        self.shelves = shelves
        self.legacy = legacy
        self.pictures = pictures
        self.randomness = randomness
        self.counters = counters
        self.logger = logger
    }

    /// Restores every store from the database.
    ///
    /// - Parameters:
    ///   - earliest: the earliest that the true time can be.
    ///   - latest: the latest; a window issued after it stops the start.
    package func start(earliest: Instant, latest: Instant) async throws {
        let known = try await loader.known(content.current.stores, now: earliest)
        for store in known {
            if let newest = store.publisher.windows.first, newest.issuedAt > latest {
                throw StartError.windowsFromTheFuture(store: store.shown.id, issuedAt: newest.issuedAt, now: latest)
            }
        }
        // Without it, the files for old clients would call everything for sale until the next minute.
        if !legacy.isEmpty { await readWithdrawals(at: earliest.floored(to: .minutes(1))) }
        for store in known { take(store) }
        fileLegacy(of: [])
        for store in unopened.prefix(Self.openedFirst) { take(try await loader.open(store, now: earliest)) }
    }

    /// The stores of the content that haven't been opened yet.
    private var unopened: [StoreContent] { content.current.stores.filter { stores[$0.id] == nil } }

    func take(_ store: StoreLoader.Loaded) {
        stores[store.shown.id] = store.publisher
        guard !store.publisher.windows.isEmpty else { return }
        unfiled += store.publisher.windows.reversed()
        showLegacyFile(of: store.publisher)
        shelves.show(store.shown)
    }

    /// Shows the file for old clients, before the shelf, whose change tells that there is something new to show.
    private func showLegacyFile(of store: StorePublisher) {
        do {
            guard try legacy.show(store, withdrawn: withdrawn) else { return }
            logger.warning(
                "a store has no file for old clients while listings of its window are sealed",
                metadata: ["store": "\(store.content.id)"])
        } catch {
            report("a file for old clients was not made", store: store.content.id, error)
        }
    }

    /// Writes the files for old clients of these stores to the published folder, and removes those that no store has
    /// any more. What fails is tried again with the next minute's.
    private func fileLegacy(of stores: Set<String>) {
        for (store, fault) in folder.publish(legacy, of: stores) {
            report("a file for old clients is served but not in the published folder", store: store, fault)
        }
        let shown = legacy.stores
        guard shown != filedLegacy else { return }
        do {
            try folder.removeLegacyFiles(otherThanOf: shown)
            filedLegacy = shown
        } catch {
            logger.error("files for old clients were not removed", metadata: ["why": "\(error)"])
        }
    }

    /// Publishes the current minute for the stores whose newest window ends before the next call of
    /// ``publish(earliest:)``.
    package func publishFirst(earliest: Instant) async {
        _ = await publish(
            content.current.stores.filter { store in
                stores[store.id]?.windows.first.map { $0.issuedAt + WindowHeader.shortestSpan <= earliest } ?? true
            }, at: earliest.floored(to: .minutes(1)))
    }

    /// Publishes the minute that contains `earliest`, for every store that has no window for it yet.
    ///
    /// A failure of one store doesn't affect the others.
    ///
    /// - Returns: whether everything succeeded. The next call tries failed stores again.
    @discardableResult
    package func publish(earliest: Instant) async -> Bool {
        await work.run { await publishInTurn(earliest: earliest) }
    }

    /// Puts other content in force.
    ///
    /// What is published stays: a store that the database knows draws by its new rules from where its listings end.
    /// New stores are opened with the next call of ``publish(earliest:)``, and stores that are gone are shown no
    /// longer.
    ///
    /// - Parameters:
    ///   - version: the number of the content version; `nil` when the content isn't one.
    ///   - appSecrets: of prefetched stores, by the stores' ids; they hold from each store's next chain on.
    /// - Returns: for each store that the database knows, when the first listing can differ.
    /// - Throws: ``StartError`` when what is stored doesn't fit the content, or what kept the database from answering.
    ///   Then everything is as it was.
    package func putInForce(
        _ next: Content, version: Int64?, appSecrets: [String: AppSecret], now: Instant
    ) async throws -> [String: Instant] {
        try await work.run {
            try await putInForceInTurn(next, version: version, appSecrets: appSecrets, now: now)
        }
    }

    private func putInForceInTurn(
        _ next: Content, version: Int64?, appSecrets: [String: AppSecret], now: Instant
    ) async throws -> [String: Instant] {
        let loader = StoreLoader(
            database: database, catalogue: next.catalogue, appSecrets: appSecrets,
            cards: CardTexts(next.catalogue, pictures: pictures),
            keyring: keyring, incarnation: incarnation, randomness: randomness, logger: logger)
        let known = try await loader.known(next.stores, now: now)
        for store in content.current.stores where next[store: store.id] == nil {
            stores[store.id] = nil
            legacy.remove(store.id)
            shelves.remove(store.id)
        }
        self.loader = loader
        let before = stores.mapValues(\.drawnUntil)
        content.replace(with: next, appSecrets: appSecrets, version: version)
        for store in known { take(store) }
        fileLegacy(of: [])
        // What isn't drawn yet differs: also a position that was to begin and won't.
        let begins = known.map { store in
            let end = store.publisher.drawnUntil
            return (store.shown.id, min(before[store.shown.id] ?? end, end))
        }
        return Dictionary(uniqueKeysWithValues: begins)
    }

    /// Returns a copy of a store's publisher that knows what is sold and what is withdrawn by now, to draw with it what
    /// isn't decided yet. `nil` for a store that isn't open.
    func copy(of store: String, now: Instant) async throws -> StorePublisher? {
        let (sold, withdrawn) = try await soldAndWithdrawn(at: now)
        guard var copy = stores[store] else { return nil }
        // A publication may have read newer numbers in the meantime.
        copy.take(copy.editionsLeft.afterSales(of: sold), withdrawn)
        return copy
    }

    /// Reads what is sold and what is withdrawn by now.
    func soldAndWithdrawn(at now: Instant) async throws -> (sold: EditionsLeft, withdrawn: WithdrawnGoods) {
        let sold = EditionsLeft(sold: try await database.editionsSold())
        let withdrawals = try await database.withdrawals(inForceAfter: now.floored(to: .minutes(1)))
        return (sold, WithdrawnGoods(withdrawals))
    }

    /// For each store that is open, up to when its listings are drawn.
    var drawnUntil: [String: Instant] { stores.mapValues(\.drawnUntil) }

    private func publishInTurn(earliest: Instant) async -> Bool {
        let minute = earliest.floored(to: .minutes(1))
        let known = content.current.stores.filter { stores[$0.id] != nil }
        let isPublished = await publish(known, at: minute)
        let allWell = await openNew(at: minute) && isPublished
        await file()
        guard !Task.isCancelled else { return false }
        if tidied < minute {
            tidied = minute
            await makeChainsAhead(at: minute)
            await prune(at: minute)
        }
        return unfiled.isEmpty && allWell
    }

    /// How many stores of the content wait to be opened.
    package var waitingStores: Int { unopened.count }

    /// Opens and publishes some of the new stores, a few at a time. Each one is available as soon as it is published,
    /// and existing stores don't wait for it.
    private func openNew(at minute: Instant) async -> Bool {
        var (waiting, allWell) = (unopened.prefix(Self.openedInATurn), true)
        while !waiting.isEmpty, !Task.isCancelled {
            let some = waiting.prefix(Self.gathered)
            waiting = waiting.dropFirst(Self.gathered)
            for store in some {
                do {
                    take(try await loader.open(store, now: minute))
                } catch {
                    allWell = false
                    report("a store was not opened", store: store.id, error)
                }
            }
            allWell = await publish(Array(some), at: minute) && allWell
        }
        return allWell && waitingStores == 0
    }

    private func publish(_ wanted: [StoreContent], at minute: Instant) async -> Bool {
        guard minute >= incarnation ?? .distantPast else { return true }
        await readEditions()
        await readWithdrawals(at: minute)
        var (made, allWell) = ([Made](), true)
        for store in wanted {
            guard let publisher = stores[store.id], publisher.windows.first.map({ $0.issuedAt < minute }) ?? true else {
                continue
            }
            // Let other tasks run between stores.
            await Task.yield()
            guard !Task.isCancelled else { return false }
            guard let next = await make(publisher, at: minute) else {
                // With nothing to show, trying again before the next minute would find the same.
                if shelves.exhausted[store.id] == nil { allWell = false }
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

    /// Writes the pending windows to the published folder. The next call tries again those that failed.
    ///
    /// After a store's first failure its later windows wait too, so that an older window never replaces a newer one.
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
            fileLegacy(of: Set(some.map(\.store)))
            waiting = waiting.dropFirst(Self.gathered)
            await Task.yield()
        }
        unfiled = (left + unfiled).filter(isNewest)
        counters.unfiledWindows = unfiled.count
    }

    /// Whether the store still shows this window. Others are dropped when they couldn't be written to the folder:
    /// nobody needs them there any more, and they would fill the memory.
    private func isNewest(_ window: StoredWindow) -> Bool {
        stores[window.store]?.windows.contains { $0.sequence == window.sequence } ?? false
    }

    /// Reads how many editions are left. If the database fails, the numbers from a minute ago are good enough.
    private func readEditions() async {
        guard let sold = try? await database.editionsSold(), sold != editionsLeft.sold else { return }
        editionsLeft = EditionsLeft(sold: sold)
    }

    /// Reads what is withdrawn. If the database fails, the windows say what was known a minute ago; the till knows.
    private func readWithdrawals(at minute: Instant) async {
        guard let withdrawals = try? await database.withdrawals(inForceAfter: minute) else { return }
        withdrawn = WithdrawnGoods(withdrawals)
    }

    private func noteExhausted(_ nothing: Schedule.NothingToShow) {
        guard shelves.note(exhausted: nothing.store, from: nothing.at) else { return }
        logger.warning(
            "a store has nothing more to show", metadata: ["store": "\(nothing.store)", "why": "\(nothing)"])
    }

    private func report(_ message: Logger.Message, store: String, _ error: any Error) {
        // A cancelled task isn't a failure.
        guard !(error is CancellationError) else { return }
        counters.count(.publishFailures)
        logger.error(message, metadata: ["store": "\(store)", "why": "\(Self.reason(error))"])
    }

    /// Describes an error without naming the item, which may not be released yet.
    private static func reason(_ error: any Error) -> String {
        guard let tooLong = error as? Card.TooLong else { return "\(error)" }
        return "a card needs \(tooLong.needed) bytes, but cardBytes is \(tooLong.cardBytes); run shelflife check"
    }

    /// A publication, and the store's publisher as it will be once the publication is stored.
    private struct Made {
        let next: StorePublisher
        let publication: Publication
    }

    /// Makes a store's publication for a minute. Returns `nil` after reporting the error when that fails, or that there is
    /// nothing to show.
    private func make(_ publisher: StorePublisher, at minute: Instant) async -> Made? {
        let store = publisher.content
        var next = publisher
        do {
            next.take(editionsLeft, withdrawn)
            while let plan = next.missingChain(at: minute) { next.add(try await makeChain(plan, for: store)) }
            let publication = try next.publish(at: minute, version: content.state.followed, keyring: keyring)
            return Made(next: next, publication: publication)
        } catch let nothing as Schedule.NothingToShow {
            noteExhausted(nothing)
            return nil
        } catch {
            shelves.forget(exhausted: store.id)
            report("a window was not published", store: store.id, error)
            return nil
        }
    }

    /// Stores publications in one transaction, and then shows them.
    ///
    /// - Returns: whether each of the stores now has a window of this minute.
    private func keep(_ made: [Made], at minute: Instant) async -> Bool {
        guard !made.isEmpty else { return true }
        var allWell = true
        do {
            for one in made {
                let shown = one.publication.drawn.filter { $0.end > minute }
                loader.cards.showPictures(of: one.next.releases(of: shown))
            }
            let refused = try await database.publish(made.map(\.publication))
            for one in made {
                if refused.contains(one.publication.store) {
                    allWell = await follow(one.next.content, minute: minute) && allWell
                } else {
                    show(one)
                }
            }
        } catch  where made.count > 1 && !(error is CancellationError) {
            // One of the publications may be the cause, so try each one alone. The others can then still be published.
            for one in made { allWell = await keep([one], at: minute) && allWell }
        } catch {
            for one in made { report("a window was not published", store: one.publication.store, error) }
            return false
        }
        return allWell
    }

    private func show(_ made: Made) {
        stores[made.publication.store] = made.next
        showLegacyFile(of: made.next)
        shelves.show(PublishedStore(made.next))
        counters.count(.windowsPublished)
        unfiled.append(made.publication.window)
        logger.debug(
            "window published",
            metadata: ["store": "\(made.publication.store)", "sequence": "\(made.publication.window.sequence)"])
    }

    /// Makes the chains that a store will need within the next hour.
    func makeComingChains(of store: StoreContent, at now: Instant) async throws {
        while let plan = stores[store.id]?.comingChain(at: now) {
            stores[store.id]?.add(try await makeChain(plan, for: store))
        }
    }

    private func makeChain(_ plan: ChainPlan, for store: StoreContent) async throws -> Chain {
        let secret = loader.appSecrets[store.id]
        let made = SecretChain(plan: plan, lead: store.lead, secret: secret, randomness: randomness)
        return try keyring.keep(try await database.add(made.stored(for: store.id, after: plan.previous)))
    }

    /// Makes some of the chains that will be needed within the next hour, so that no single minute has to make many.
    private func makeChainsAhead(at minute: Instant) async {
        let coming = content.current.stores
            .compactMap { store in stores[store.id]?.comingChain(at: minute).map { (store, $0) } }
            .sorted { $0.1.epoch < $1.1.epoch }
        for (store, plan) in coming.prefix(content.current.stores.count / Self.chainsOver + 1) {
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

    /// Reads a store again after another server has published this minute or other content, or an operator has changed
    /// its listings, and continues from there.
    ///
    /// - Returns: whether the store now has a window of this minute.
    private func follow(_ store: StoreContent, minute: Instant) async -> Bool {
        logger.notice(
            "another server has published this minute or other content, or listings were changed",
            metadata: ["store": "\(store.id)"])
        do {
            guard let loaded = try await loader.known([store], now: minute).first else { return false }
            take(loaded)
            return loaded.publisher.windows.first.map { $0.issuedAt >= minute } ?? false
        } catch {
            report("a store was not read again", store: store.id, error)
            return false
        }
    }

    /// Deletes old windows, listings and chains, for each store every ten minutes. If that fails, a later call tries
    /// again.
    private func prune(at minute: Instant) async {
        let turn = WindowHeader.sequence(at: minute) % Self.pruneEvery
        for (number, store) in content.current.stores.enumerated() where Int64(number) % Self.pruneEvery == turn {
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
        keyring.forget(endedBefore: minute - Self.chainsKept)
    }
}
