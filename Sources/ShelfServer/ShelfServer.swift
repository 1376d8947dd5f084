import Foundation
package import Hummingbird
package import Logging
import NIOCore
import ServiceLifecycle
package import ShelfConfiguration
package import ShelfDatabase
import ShelfSite
package import ShelfWire

/// A server with all its parts, put together from what it is given.
///
/// A test drives the parts by hand, in virtual time; ``run(onRunning:)``
/// does it with the timeline's own sleep and a socket.
package struct ShelfServer: Sendable {
    package static let version = "0.1.0"

    package let publisher: Publisher
    package let releaser: KeyReleaser
    package let streams: KeyStreams
    package let shelves: Shelves
    package let vault: KeyVault
    package let till: Till
    package let responder: RouterResponder<ShelfRequestContext>
    /// What is answered, such as `GET /v1/stores/{store}/window`. Where GET is answered, HEAD is too.
    package let routes: [String]
    private let configuration: Configuration
    private let database: any ShelfDatabase
    private let timeline: Timeline
    private let logger: Logger

    /// Takes up every store where the database left it and publishes the present minute.
    ///
    /// - Throws: ``StartError`` when what is stored doesn't fit the configuration or the time.
    package init(
        configuration: Configuration, database: any ShelfDatabase, folder: PublishedFolder, timeline: Timeline,
        randomness: Randomness = .system, logger: Logger
    ) async throws {
        let (shelves, vault, streams, metrics) = (Shelves(), KeyVault(), KeyStreams(), ServerMetrics())
        publisher = Publisher(
            configuration: configuration, database: database, folder: folder, vault: vault, shelves: shelves,
            randomness: randomness, metrics: metrics, logger: logger)
        releaser = KeyReleaser(shelves: shelves, vault: vault, streams: streams, metrics: metrics)
        let players = try await Players(
            database: database, settings: configuration.players, randomness: randomness)
        let router = try Self.router(
            configuration: configuration, timeline: timeline, shelves: shelves, vault: vault, streams: streams,
            metrics: metrics,
            older: OlderWindows(folder: folder, database: database))
        till = Till(database: database)
        Self.addTrade(
            to: router, configuration: configuration, database: database, players: players, till: till,
            shelves: shelves, timeline: timeline)
        routes = router.routes.map(\.description)
        responder = router.buildResponder()
        self.configuration = configuration
        self.database = database
        self.timeline = timeline
        self.logger = logger
        self.shelves = shelves
        self.vault = vault
        self.streams = streams
        try await publisher.start(earliest: timeline.earliest, latest: timeline.latest)
        let earliest = timeline.earliest
        await publisher.publish(earliest: earliest)
        releaser.release(earliest: earliest)
    }

    /// The stores as `/v1/stores` lists them.
    package var descriptions: [StoreDescription] {
        configuration.stores.compactMap { shelves[$0.id]?.description }
    }

    /// Serves until it is told to stop.
    ///
    /// - Parameter onRunning: called with the port once the socket is open.
    package func run(onRunning: @escaping @Sendable (_ port: Int) async -> Void) async throws {
        var application = Application(
            responder: responder,
            server: LoopBoundChannel.server,
            configuration: ApplicationConfiguration(
                address: .hostname(configuration.server.host, port: configuration.server.port),
                serverName: "Shelflife"),
            onServerRunning: { await onRunning($0.localAddress?.port ?? 0) },
            logger: logger)
        application.addServices(
            PublisherService(publisher: publisher, timeline: timeline),
            ReleaseService(releaser: releaser, streams: streams, timeline: timeline),
            TradeService(database: database, timeline: timeline, logger: logger))
        do {
            try await application.runService()
        } catch let error as IOError where error.errnoCode == EADDRINUSE {
            throw StartError.addressInUse(host: configuration.server.host, port: configuration.server.port)
        }
    }

    private static func router(
        configuration: Configuration, timeline: Timeline, shelves: Shelves, vault: KeyVault, streams: KeyStreams,
        metrics: ServerMetrics, older: OlderWindows
    ) throws -> Router<ShelfRequestContext> {
        let router = Router(context: ShelfRequestContext.self, options: .autoGenerateHeadEndpoints)
        router.addMiddleware {
            CountingMiddleware(metrics: metrics)
            OriginMiddleware(origins: configuration.server.origins, closed: OperationRoutes.paths.union(["/"]))
            ProblemMiddleware(log: SparseLog(timeline: timeline))
        }
        TimeRoutes(timeline: timeline).add(to: router)
        StoreRoutes(shelves: shelves, order: configuration.stores.map(\.id)).add(to: router)
        WindowRoutes(shelves: shelves, timeline: timeline, older: older).add(to: router)
        KeyRoutes(shelves: shelves, vault: vault, streams: streams, timeline: timeline).add(to: router)
        OperationRoutes(
            readiness: Readiness(stores: configuration.stores, shelves: shelves, timeline: timeline),
            metrics: metrics, streams: streams, timeline: timeline
        ).add(to: router)
        let page = StorefrontContext(
            title: configuration.title, version: version,
            stores: configuration.stores.filter(\.onPage).map { .init(id: $0.id, appSecret: $0.appSecret?.text) })
        try SiteRoutes(site: Site(), context: page).add(to: router)
        return router
    }

    private static func addTrade(
        to router: Router<ShelfRequestContext>, configuration: Configuration, database: any ShelfDatabase,
        players: Players, till: Till, shelves: Shelves, timeline: Timeline
    ) {
        let turnstile = Turnstile(
            players: players, timeline: timeline, limits: configuration.limits,
            isBehindProxy: configuration.server.isBehindProxy)
        PlayerRoutes(
            players: players, turnstile: turnstile, database: database, catalogue: configuration.catalogue,
            timeline: timeline
        ).add(to: router)
        AdminRoutes(
            admins: Admins(tokens: configuration.admins), turnstile: turnstile, database: database,
            catalogue: configuration.catalogue, timeline: timeline
        ).add(to: router)
        PurchaseRoutes(
            sales: Sales(configuration: configuration, shelves: shelves), shelves: shelves, till: till,
            database: database, timeline: timeline, turnstile: turnstile
        ).add(to: router)
        AppStoreRoutes(
            till: configuration.apple.map { AppStoreTill(settings: $0, database: database) }, turnstile: turnstile,
            timeline: timeline
        ).add(to: router)
    }
}
