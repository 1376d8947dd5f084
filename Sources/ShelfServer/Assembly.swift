import Logging
import ShelfConfiguration
import ShelfDatabase
import ShelfEngine
import ShelfSite

/// What the server consists of: the one list of its subjects, and what they share.
struct Assembly {
    let engine: Engine
    let settings: CurrentSettings
    let metrics: ServerMetrics
    let streams = KeyStreams()
    let drain = Drain()
    let connectionLimits: ConnectionLimits
    /// What the requests of players' origin pass.
    let gate: Gate
    let addresses: ClientAddresses
    /// Limits the heavy work for admins of players' origin and of the desk together.
    let lanes = WorkLanes()
    /// Limits the long answers of both origins together.
    let longAnswers = LongAnswers()
    /// The same for those to admins.
    let adminLongAnswers = LongAnswers()
    let stores: StoreAnswers
    let windows: WindowAnswers
    let legacy: LegacyAnswers
    let keys: KeyAnswers
    let pictures: PictureAnswers
    let purchases: PurchaseAnswers
    let errors: ErrorProblems
    let packs: PackAnswers
    let announcer: StoreAnnouncer
    let housekeeping: Housekeeping
    let hourClosing: HourClosing
    private let totals: SalesTotals
    private let siteRoutes: SiteRoutes
    private let reloader: ContentReloader?
    private let build: Build
    private let logger: Logger

    init(
        engine: Engine, settings: Settings, current: CurrentSettings, reloader: ContentReloader?, site: Site,
        build: Build, logger: Logger
    ) throws {
        (self.engine, self.settings, self.reloader, self.build) = (engine, current, reloader, build)
        self.logger = logger
        let (database, timeline, isBehindProxy) = (engine.database, engine.timeline, settings.server.isBehindProxy)
        metrics = ServerMetrics(counters: engine.counters)
        connectionLimits = ConnectionLimits(settings.limits, isBehindProxy: isBehindProxy)
        addresses = ClientAddresses(isBehindProxy: isBehindProxy)
        gate = Self.gate(
            engine: engine, settings: settings, current: current,
            admins: BearerAuthentication(settings: current), lanes: lanes)
        stores = StoreAnswers(engine: engine)
        windows = WindowAnswers(engine: engine)
        legacy = LegacyAnswers(files: engine.legacy)
        pictures = PictureAnswers(engine: engine)
        packs = PackAnswers(engine: engine)
        errors = ErrorProblems(log: ThrottledLog(timeline: timeline))
        purchases = PurchaseAnswers(checkout: engine.checkout, timeline: timeline)
        let storesVersion = StoresVersion(engine: engine, stores: stores)
        keys = KeyAnswers(engine: engine, version: storesVersion)
        announcer = StoreAnnouncer(engine: engine, streams: streams, version: storesVersion)
        housekeeping = Housekeeping(
            database: database, hasMatches: engine.invitations != nil, timeline: timeline, logger: logger)
        totals = SalesTotals(count: database.totals)
        hourClosing = HourClosing(database: database, timeline: timeline, logger: logger)
        siteRoutes = try SiteRoutes(site: site, engine: engine, version: build.version, storesVersion: storesVersion)
    }

    /// A gate for an origin.
    ///
    /// - Parameters:
    ///   - admins: knows admins, by whatever their requests bring.
    ///   - lanes: limit the heavy work, also that of the other origin.
    static func gate(
        engine: Engine, settings: Settings, current: CurrentSettings, admins: any AdminAuthentication,
        lanes: WorkLanes
    ) -> Gate {
        let limits = RateLimits(Limit.all, settings.limits, timeline: engine.timeline)
        current.follow(limits.take)
        return Gate(
            players: PlayerAuthentication(players: engine.players, limits: limits, timeline: engine.timeline),
            admins: admins, limits: limits, lanes: lanes, database: engine.database, timeline: engine.timeline)
    }

    /// The subjects that have routes or services, in the order of CONTRIBUTING.md, then what belongs to no subject.
    var subjects: [Subject] {
        let (content, database, timeline) = (engine.content, engine.database, engine.timeline)
        return [
            // Time
            Subject(openRoutes: [TimeRoutes(timeline: timeline)]),
            // Content
            Subject(adminRoutes: [
                ContentRoutes(
                    versions: engine.versions, reloader: reloader, database: database, content: content,
                    timeline: timeline),
                ContentDraftRoutes(versions: engine.versions, drafts: engine.drafts, database: database),
            ]),
            // Files
            Subject(adminRoutes: [FileRoutes(database: database, content: content, pictures: engine.pictures)]),
            // Pictures
            Subject(
                openRoutes: [PictureRoutes(answers: pictures)],
                adminRoutes: [
                    PictureAdminRoutes(
                        book: engine.pictures, maker: engine.pictureMaker, answers: pictures, database: database,
                        content: content)
                ]),
            // Shelf
            Subject(
                openRoutes: [
                    StoreRoutes(stores: stores), WindowRoutes(windows: windows, timeline: timeline),
                    LegacyRoutes(files: legacy, timeline: timeline),
                    KeyRoutes(keys: keys, shelves: engine.shelves, streams: streams, timeline: timeline),
                ],
                adminRoutes: [
                    ListingChangeRoutes(publisher: engine.publisher, notices: engine.notices, timeline: timeline)
                ],
                services: [
                    PublisherService(engine: engine),
                    KeyReleaseService(
                        releaser: engine.releaser, announcer: announcer, notices: engine.notices, streams: streams,
                        timeline: timeline),
                ]),
            // Plan
            Subject(adminRoutes: [
                PlanRoutes(content: content, database: database, plans: engine.plans),
                FutureRoutes(content: content, reader: engine.futures),
            ]),
            // Withdrawals
            Subject(adminRoutes: [
                WithdrawalRoutes(
                    withdrawals: engine.withdrawals, database: database, content: content, shelves: engine.shelves,
                    timeline: timeline),
                PauseRoutes(pauses: engine.pauses, database: database, content: content),
            ]),
            // Trade
            Subject(
                routes: [
                    PurchaseRoutes(answers: purchases), AppStoreRoutes(topUps: engine.appStore, timeline: timeline),
                ],
                adminRoutes: [
                    AdminRoutes(support: engine.support, content: content),
                    SupportRoutes(database: database, content: content, receipts: engine.receipts),
                ]),
            // Sales
            Subject(
                adminRoutes: [
                    SalesRoutes(
                        database: database, content: content, remainders: engine.remainders, timeline: timeline)
                ],
                services: [hourClosing]),
            // Players
            Subject(routes: [
                PlayerRoutes(
                    players: engine.players, limits: gate.limits, database: database, content: content,
                    timeline: timeline)
            ]),
            // Levels
            Subject(
                openRoutes: [PackRoutes(answers: packs)],
                adminRoutes: [
                    PackAdminRoutes(
                        book: engine.packs, releaser: engine.packReleaser, database: database, content: content)
                ]),
            invitations,
            // Audit
            Subject(adminRoutes: [AuditRoutes(database: database)]),
            // Operations
            Subject(
                openRoutes: [operationRoutes],
                services: [
                    housekeeping, ReadinessService(readiness: readiness, timeline: timeline, logger: logger),
                ]),
            // The pages
            Subject(openRoutes: [siteRoutes]),
            // What all subjects follow of other servers on the database
            Subject(services: [PollService(poll: engine.poll, timeline: timeline)]),
        ]
    }

    /// Nothing, where invitations aren't configured.
    private var invitations: Subject {
        guard let invitations = engine.invitations, let news = engine.playerNews else { return Subject() }
        let timeline = engine.timeline
        return Subject(
            routes: [
                MatchRoutes(invitations: invitations, timeline: timeline),
                InvitationRoutes(invitations: invitations, timeline: timeline),
                LinkRoutes(invitations: invitations, timeline: timeline),
                BlockRoutes(invitations: invitations), PlayerEventRoutes(news: news),
            ],
            adminRoutes: [
                InvitationAdminRoutes(invitations: invitations, database: engine.database, timeline: timeline)
            ],
            services: [PlayerStreamService(news: news, timeline: timeline)])
    }

    /// `nil`, where invitations aren't configured.
    func playerStreams(logger: Logger) -> PlayerStreams? {
        engine.playerNews.map {
            PlayerStreams(
                news: $0, gate: gate, addresses: addresses, errors: errors, metrics: metrics, logger: logger)
        }
    }

    private var readiness: Readiness {
        Readiness(
            content: engine.content, versions: engine.versions, shelves: engine.shelves, timeline: engine.timeline,
            counters: engine.counters, orders: engine.orderWatch, pictures: engine.pictureMaker,
            spaceWatch: engine.spaceWatch, backupWatch: engine.backupWatch, clockWatch: engine.clockWatch,
            begun: engine.begun, drain: drain)
    }

    private var operationRoutes: OperationRoutes {
        OperationRoutes(
            readiness: readiness, gate: gate, addresses: addresses, metrics: metrics, streams: streams,
            playerNews: engine.playerNews, connectionLimits: connectionLimits,
            timeline: engine.timeline, totals: totals, database: engine.database, build: build)
    }
}

extension Limit {
    /// Every limit. What a route has of its own stands in its terms.
    package static let all: [Limit] = [
        .addresses, .players, .looks, .refusals, .newPlayers, .orders, .moves, .makings, .invitations, .signIns,
    ]
}
