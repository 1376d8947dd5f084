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
    let limits: RateLimits
    /// Knows admins by their tokens.
    let access: AdminAccess
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
    private let authentication: PlayerAuthentication
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
        limits = RateLimits(settings.limits, isBehindProxy: isBehindProxy, timeline: timeline)
        access = AdminAccess(
            authentication: BearerAuthentication(settings: current), limits: limits, database: database,
            timeline: timeline)
        current.follow(limits.take)
        stores = StoreAnswers(engine: engine)
        windows = WindowAnswers(engine: engine)
        legacy = LegacyAnswers(files: engine.legacy)
        pictures = PictureAnswers(engine: engine)
        packs = PackAnswers(engine: engine)
        errors = ErrorProblems(log: ThrottledLog(timeline: timeline))
        authentication = PlayerAuthentication(players: engine.players, limits: limits, timeline: timeline)
        purchases = PurchaseAnswers(
            checkout: engine.checkout, limits: limits, timeline: timeline, authentication: authentication)
        let storesVersion = StoresVersion(engine: engine, stores: stores)
        keys = KeyAnswers(engine: engine, version: storesVersion)
        announcer = StoreAnnouncer(engine: engine, streams: streams, version: storesVersion)
        housekeeping = Housekeeping(
            database: database, hasMatches: engine.invitations != nil, timeline: timeline, logger: logger)
        totals = SalesTotals(count: database.totals)
        hourClosing = HourClosing(database: database, timeline: timeline, logger: logger)
        siteRoutes = try SiteRoutes(site: site, engine: engine, version: build.version, storesVersion: storesVersion)
    }

    /// The subjects that have routes or services, in the order of CONTRIBUTING.md, then what belongs to no subject.
    var subjects: [Subject] {
        let (content, database, timeline) = (engine.content, engine.database, engine.timeline)
        return [
            // Time
            Subject(routes: [TimeRoutes(timeline: timeline)]),
            // Content
            Subject(adminRoutes: { [engine, reloader] access in
                [
                    ContentRoutes(
                        access: access, versions: engine.versions, reloader: reloader, database: database,
                        content: content),
                    ContentDraftRoutes(
                        access: access, versions: engine.versions, drafts: engine.drafts, database: database),
                ]
            }),
            // Files
            Subject(adminRoutes: { [engine] access in
                [FileRoutes(access: access, database: database, content: content, pictures: engine.pictures)]
            }),
            // Pictures
            Subject(
                routes: [PictureRoutes(answers: pictures)],
                adminRoutes: { [engine, pictures] access in
                    [
                        PictureAdminRoutes(
                            access: access, book: engine.pictures, maker: engine.pictureMaker, answers: pictures,
                            database: engine.database, content: engine.content)
                    ]
                }),
            // Shelf
            Subject(
                routes: [
                    StoreRoutes(stores: stores), WindowRoutes(windows: windows, timeline: timeline),
                    LegacyRoutes(files: legacy, timeline: timeline),
                    KeyRoutes(keys: keys, shelves: engine.shelves, streams: streams, timeline: timeline),
                ],
                adminRoutes: { [engine] access in
                    [ListingChangeRoutes(access: access, publisher: engine.publisher, notices: engine.notices)]
                },
                services: [
                    PublisherService(engine: engine),
                    KeyReleaseService(
                        releaser: engine.releaser, announcer: announcer, notices: engine.notices, streams: streams,
                        timeline: timeline),
                ]),
            // Plan
            Subject(adminRoutes: { [engine] access in
                [
                    PlanRoutes(access: access, content: content, database: database, plans: engine.plans),
                    FutureRoutes(access: access, content: content, reader: engine.futures),
                ]
            }),
            // Withdrawals
            Subject(adminRoutes: { [engine] access in
                [
                    WithdrawalRoutes(
                        access: access, withdrawals: engine.withdrawals, database: database, content: content,
                        shelves: engine.shelves),
                    PauseRoutes(access: access, pauses: engine.pauses, database: database, content: content),
                ]
            }),
            // Trade
            Subject(
                routes: [
                    PurchaseRoutes(answers: purchases, errors: errors, metrics: metrics),
                    AppStoreRoutes(
                        topUps: engine.appStore, limits: limits, authentication: authentication, timeline: timeline),
                ],
                adminRoutes: { [engine] access in
                    [
                        AdminRoutes(access: access, support: engine.support, content: content),
                        SupportRoutes(access: access, database: database, content: content, receipts: engine.receipts),
                    ]
                }),
            // Sales
            Subject(
                adminRoutes: { [engine] access in
                    [
                        SalesRoutes(
                            access: access, database: database, content: content, remainders: engine.remainders,
                            timeline: timeline)
                    ]
                },
                services: [hourClosing]),
            // Players
            Subject(routes: [
                PlayerRoutes(
                    players: engine.players, limits: limits, authentication: authentication, database: database,
                    content: content, timeline: timeline)
            ]),
            // Levels
            Subject(
                routes: [PackRoutes(answers: packs)],
                adminRoutes: { [engine] access in
                    [
                        PackAdminRoutes(
                            access: access, book: engine.packs, releaser: engine.packReleaser, database: database,
                            content: content)
                    ]
                }),
            invitations,
            // Audit
            Subject(adminRoutes: { access in [AuditRoutes(access: access, database: database)] }),
            // Operations
            Subject(
                routes: [operationRoutes],
                services: [
                    housekeeping, ReadinessService(readiness: readiness, timeline: timeline, logger: logger),
                ]),
            // The pages
            Subject(routes: [siteRoutes]),
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
                MatchRoutes(
                    invitations: invitations, authentication: authentication, limits: limits, timeline: timeline),
                InvitationRoutes(
                    invitations: invitations, authentication: authentication, limits: limits, timeline: timeline),
                LinkRoutes(
                    invitations: invitations, authentication: authentication, limits: limits, timeline: timeline),
                BlockRoutes(invitations: invitations, authentication: authentication),
                PlayerEventRoutes(news: news, authentication: authentication),
            ],
            adminRoutes: { [engine] access in
                [
                    InvitationAdminRoutes(
                        access: access, invitations: invitations, database: engine.database, timeline: timeline)
                ]
            },
            services: [PlayerStreamService(news: news, timeline: timeline)])
    }

    /// `nil`, where invitations aren't configured.
    func playerStreams(logger: Logger) -> PlayerStreams? {
        engine.playerNews.map {
            PlayerStreams(
                news: $0, authentication: authentication, errors: errors, metrics: metrics, logger: logger)
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
            readiness: readiness,
            metrics: metrics, streams: streams, playerNews: engine.playerNews, connectionLimits: connectionLimits,
            timeline: engine.timeline, access: access, totals: totals, database: engine.database,
            build: build)
    }
}
