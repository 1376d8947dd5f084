import Foundation
package import Hummingbird
import HummingbirdCore
package import Logging
package import NIOCore
import NIOHTTP1
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
    package static let name = "Shelflife"
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
    private let lane: Lane
    private let doorkeeper: Doorkeeper
    private let metrics: ServerMetrics
    private let configuration: Configuration
    private let database: any ShelfDatabase
    private let timeline: Timeline
    private let logger: Logger

    /// Takes up every store where the database left it; what has nothing to show is published.
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
        let stores = StoreRoutes(shelves: shelves, order: configuration.stores.map(\.id))
        let keys = KeyRoutes(shelves: shelves, vault: vault, streams: streams, timeline: timeline)
        let windows = WindowRoutes(
            shelves: shelves, timeline: timeline, older: OlderWindows(folder: folder, database: database))
        lane = Lane(stores: stores, windows: windows, keys: keys, shelves: shelves, timeline: timeline)
        doorkeeper = Doorkeeper(configuration.limits, isBehindProxy: configuration.server.isBehindProxy)
        self.metrics = metrics
        let router = try Self.router(configuration: configuration, timeline: timeline, metrics: metrics)
        TimeRoutes(timeline: timeline).add(to: router)
        stores.add(to: router)
        windows.add(to: router)
        keys.add(to: router)
        OperationRoutes(
            readiness: Readiness(stores: configuration.stores, shelves: shelves, timeline: timeline),
            metrics: metrics, streams: streams, doorkeeper: doorkeeper, timeline: timeline
        ).add(to: router)
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
        await publisher.publishFirst(earliest: earliest)
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
        makeRoom()
        try await serve(
            [
                PublisherService(publisher: publisher, timeline: timeline),
                ReleaseService(releaser: releaser, streams: streams, timeline: timeline),
                TradeService(database: database, timeline: timeline, logger: logger),
            ], hasLane: true, onRunning: onRunning)
    }

    /// Only answers, and leaves it to others to publish and to release.
    ///
    /// - Parameter hasLane: whether what is ready is answered before the router; else the router answers everything.
    package func listen(hasLane: Bool, onRunning: @escaping @Sendable (_ port: Int) async -> Void) async throws {
        try await serve([], hasLane: hasLane, onRunning: onRunning)
    }

    /// Serves one connection that somebody else has opened, as far as the lane can: the router says nothing.
    ///
    /// - Parameter isDecoded: whether the decoder reads it from its first byte on.
    package func attach(to channel: any Channel, isDecoded: Bool = false) throws {
        let loops = ServingLoops(lane: lane, hasLane: true, streams: streams, metrics: metrics)
        let router = RouterSide(channel) {
            try channel.pipeline.syncOperations.configureHTTPServerPipeline(
                withPipeliningAssistance: false, withErrorHandling: false)
            return channel.eventLoop.makeSucceededFuture(nil)
        }
        let connection = ConnectionHandler(
            loop: loops.on(channel.eventLoop), timeline: timeline, router: router, onEnd: {})
        try channel.pipeline.syncOperations.addHandler(connection)
        if isDecoded { connection.joinAtOnce() }
    }

    private func serve(
        _ services: [any Service], hasLane: Bool, onRunning: @escaping @Sendable (_ port: Int) async -> Void
    ) async throws {
        var application = Application(
            responder: responder, server: builder(hasLane: hasLane),
            configuration: ApplicationConfiguration(
                address: .hostname(configuration.server.host, port: configuration.server.port),
                serverName: Self.name, backlog: Self.backlog),
            onServerRunning: { await onRunning($0.localAddress?.port ?? 0) },
            logger: logger)
        for service in services { application.addServices(service) }
        do {
            try await application.runService()
        } catch let error as IOError where error.errnoCode == EADDRINUSE {
            throw StartError.addressInUse(host: configuration.server.host, port: configuration.server.port)
        }
    }

    /// No player's request needs a longer head.
    private static let http = HTTP1Channel.Configuration(
        httpDecoderConfiguration: .init(
            maxHeaderFieldSize: ConnectionHandler.headAtMost, maxHeaderListSize: ConnectionHandler.headAtMost,
            maxHeaderFieldCount: 200))

    private func makeRoom() {
        let wanted = Int(configuration.limits.connections) + OpenFiles.others
        let allowed = OpenFiles.raise(to: wanted)
        guard allowed < wanted else { return }
        // Who is refused is told so; who can't be accepted would wait, and the loop that accepts would not rest.
        doorkeeper.allow(atMost: max(1, allowed - OpenFiles.others))
        logger.warning(
            "this process may not open as many files as limits.connections needs; raise its limit (ulimit -n, LimitNOFILE) or lower that",
            metadata: ["needed": "\(wanted)", "allowed": "\(allowed)"])
    }

    private func builder(hasLane: Bool) -> HTTPServerBuilder {
        let loops = ServingLoops(lane: lane, hasLane: hasLane, streams: streams, metrics: metrics)
        return HTTPServerBuilder { [doorkeeper, timeline] responder in
            LoopBoundChannel(
                http: HTTP1Channel(responder: responder, configuration: Self.http), loops: loops,
                doorkeeper: doorkeeper, timeline: timeline)
        }
    }

    /// How many may knock at the same instant; the kernel has a bound of its own (`net.core.somaxconn`).
    private static let backlog = 4096

    /// With what every answer passes, and the page.
    private static func router(
        configuration: Configuration, timeline: Timeline, metrics: ServerMetrics
    ) throws -> Router<ShelfRequestContext> {
        let router = Router(context: ShelfRequestContext.self, options: .autoGenerateHeadEndpoints)
        router.addMiddleware {
            CountingMiddleware(metrics: metrics)
            OriginMiddleware(origins: configuration.server.origins, closed: OperationRoutes.paths.union(["/"]))
            ProblemMiddleware(log: SparseLog(timeline: timeline))
        }
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
