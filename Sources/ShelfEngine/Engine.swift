package import Logging
import ShelfConfiguration
package import ShelfDatabase
package import ShelfModel
package import ShelfWire

/// The server without HTTP: what is on the shelves, who the players are, and what is bought.
///
/// It has no timers. Its owner calls ``Publisher/publish(earliest:)`` every minute and
/// ``KeyReleaser/release(earliest:)`` whenever a key is due. In production a service does this in real time, and in a
/// test the test itself does it in virtual time.
package struct Engine: Sendable {
    package let content: ContentHolder
    package let timeline: Timeline
    package let database: any ShelfDatabase
    package let shelves: Shelves
    package let legacy: LegacyFiles
    package let keyring: Keyring
    package let pictures: PictureBook
    package let pictureMaker: PictureMaker
    package let files: FileCache
    package let spaceWatch: SpaceWatch
    package let backupWatch: BackupWatch
    package let clockWatch: ClockWatch
    package let packs: PackBook
    package let packReleaser: PackReleaser
    package let publisher: Publisher
    package let releaser: KeyReleaser
    package let olderWindows: OlderWindows
    package let futures: FutureReader
    package let players: Players
    package let till: Till
    package let orderWatch: OrderWatch
    package let checkout: Checkout
    package let receipts: ReceiptLookup
    package let support: TradeSupport
    package let remainders: Remainders
    package let versions: ContentVersions
    package let drafts: ContentDrafts
    package let plans: PlanChanges
    package let notices: NoticeBoard
    package let withdrawals: Withdrawals
    package let pauses: Pauses
    package let poll: Poll
    /// `nil` where the App Store isn't configured.
    package let appStore: AppStoreTopUps?
    /// `nil` where they aren't configured.
    package let invitations: Invitations?
    /// `nil` where invitations aren't configured.
    package let playerNews: PlayerNews?
    package let counters = EngineCounters()
    /// When the current incarnation begins; no store has a window before it. `nil` in the first incarnation.
    package let begun: Instant?

    /// Makes pictures before shelves are drawn, whose cards keep a glyph where there is none.
    ///
    /// - Parameter coming: the masters of what shelves show first, the first one first.
    package typealias Prepare = (_ maker: PictureMaker, _ coming: [[UInt8]]) async -> Void

    /// What is drawn first: a window's span, and the time that it may take to prepare it.
    private static let preparedFor = TimeSpan.minutes(13)

    /// Restores every store from the database, and publishes the stores that have no current window.
    ///
    /// - Parameters:
    ///   - backedUp: looks for the moment of the newest backup; `nil` when there was none.
    ///   - prepare: is called before anything is drawn.
    /// - Throws: ``StartError`` when the stored data contradicts the configuration or the clock.
    package init(
        _ start: ContentStart, database: any ShelfDatabase, folder: PublishedFolder, work: WorkFolder = .temporary,
        copies: CopyFolder? = nil, backedUp: @escaping @Sendable () -> Instant? = { nil }, timeline: Timeline,
        randomness: Randomness = .system, logger: Logger, prepare: Prepare = { _, _ in }
    ) async throws {
        let (configuration, settings) = (start.configuration, start.configuration.settings)
        content = ContentHolder(
            configuration.content, appSecrets: settings.appSecrets(for: configuration.content),
            version: start.version?.number)
        (self.timeline, self.database) = (timeline, database)
        (shelves, keyring, legacy) = (Shelves(), Keyring(), LegacyFiles(settings.legacy))
        pictures = PictureBook(database: database)
        files = FileCache(files: FileStore(database: database), folder: copies)
        pictureMaker = PictureMaker(
            book: pictures, database: database, work: work, timeline: timeline, randomness: randomness)
        spaceWatch = SpaceWatch(database: database, timeline: timeline) { folder.freeBytes }
        backupWatch = BackupWatch(timeline: timeline, look: backedUp)
        clockWatch = ClockWatch(database: database, timeline: timeline, holdBack: keyring.holdBack)
        packs = PackBook(database: database)
        packReleaser = PackReleaser(
            book: packs, pictures: pictures, database: database, timeline: timeline, randomness: randomness)
        try await pictures.load()
        try await packs.load()
        let watch = RestoreWatch(
            database: database, folder: folder, stores: configuration.content.stores.map(\.id), logger: logger)
        let incarnation = try await watch.present(latest: timeline.latest)
        begun = incarnation.begun
        publisher = Publisher(
            content: content, database: database, incarnation: incarnation.begun, folder: folder, keyring: keyring,
            shelves: shelves, legacy: legacy, pictures: pictures, randomness: randomness, counters: counters,
            logger: logger)
        versions = ContentVersions(
            start, content: content, publisher: publisher, pictures: pictures, packs: packReleaser, space: spaceWatch,
            database: database, timeline: timeline, logger: logger)
        drafts = ContentDrafts(database: database)
        plans = PlanChanges(
            content: content, versions: versions, publisher: publisher, database: database, timeline: timeline)
        notices = NoticeBoard(database: database, shelves: shelves)
        pauses = Pauses(database: database)
        withdrawals = Withdrawals(
            database: database, notices: notices, shelves: shelves, timeline: timeline)
        playerNews =
            settings.invitations
            ? PlayerNews(database: database, timeline: timeline, incarnation: incarnation.number) : nil
        invitations =
            settings.invitations
            ? try await Invitations(
                database: database, news: playerNews, timeline: timeline, randomness: randomness) : nil
        orderWatch = OrderWatch(
            database: database, errors: database.errors, timeline: timeline, counters: counters)
        let sales = ListingTerms(content: content, shelves: shelves)
        poll = Poll(
            database: database, orders: orderWatch, timeline: timeline, versions: versions, publisher: publisher,
            notices: notices, soldOut: SoldOutListings(shelves: shelves, sales: sales, database: database),
            pauses: pauses, pictures: pictures, packs: packs, files: files, spaceWatch: spaceWatch,
            backupWatch: backupWatch, clockWatch: clockWatch, playerNews: playerNews)
        releaser = KeyReleaser(shelves: shelves, keyring: keyring, counters: counters)
        olderWindows = OlderWindows(folder: folder, database: database)
        futures = FutureReader(
            content: content, publisher: publisher, keyring: keyring, database: database, timeline: timeline)
        players = try await Players(
            database: database, settings: settings.players, content: content, randomness: randomness)
        till = Till(orderWatch)
        checkout = Checkout(sales: sales, shelves: shelves, till: till, versions: versions, database: database)
        remainders = Remainders(content: content, shelves: shelves, sales: sales, database: database)
        receipts = ReceiptLookup(content: content, shelves: shelves, database: database)
        support = TradeSupport(database: database) { [playerNews] in playerNews?.wake() }
        appStore = settings.apple.map { AppStoreTopUps(settings: $0, database: database) }
        await clockWatch.ask()
        try await publisher.start(earliest: timeline.earliest, latest: timeline.latest)
        await prepare(pictureMaker, await publisher.mastersComing(for: Self.preparedFor, now: timeline.earliest))
        let earliest = timeline.earliest
        await publisher.publishFirst(earliest: earliest)
        releaser.release(earliest: earliest)
        _ = try? await notices.refresh(earliest: earliest)
        try? await pauses.refresh()
        poll.copyFiles()
    }

    /// The masters of what the open stores show in a span from now on, the first one first, each once.
    package func mastersComing(for span: TimeSpan) async -> [[UInt8]] {
        await publisher.mastersComing(for: span, now: timeline.earliest)
    }

    /// The public descriptions of all stores that have been published, in the order of the configuration.
    package var descriptions: [StoreDescription] {
        content.current.stores.compactMap { store in
            guard var description = shelves[store.id]?.description else { return nil }
            description.isPaused = pauses.isPaused(store.id) ?? false
            return description
        }
    }

    /// Grows whenever ``descriptions`` may be others.
    package var descriptionsVersion: Int { shelves.descriptionsVersion + pauses.version }
}
