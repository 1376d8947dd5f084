import Foundation
package import Hummingbird
import HummingbirdCore
package import Logging
package import NIOCore
import NIOHTTP1
import ServiceLifecycle
package import ShelfConfiguration
package import ShelfDatabase
package import ShelfEngine
package import ShelfModel
import ShelfSite
import ShelfWire

/// The engine over HTTP: its routes, the fast lane in front of them, and its services in real time.
///
/// A test drives the engine by hand, in virtual time; ``run(onRunning:)`` does it with the timeline's own sleep and a
/// socket.
package struct ShelfServer: Sendable {
    package static let version = "0.1.0"
    package static let build = Build(version: version)

    package let engine: Engine
    package let streams: KeyStreams
    package let drain: Drain
    package let announcer: StoreAnnouncer
    package let housekeeping: Housekeeping
    package let hourClosing: HourClosing
    package let responder: RouterResponder<ShelfRequestContext>
    /// All routes, such as `GET /v1/stores/{store}/window`. Every route with GET also answers HEAD.
    package let routes: [String]
    /// Those behind the gate.
    package let gatedRoutes: [GatedRoute]
    /// `nil` where the desk is off: without a desk in the settings, and without an admin token.
    package let desk: Desk?
    /// What an operator should know of the form in which the pages are served; `nil` where all is as usual.
    package let siteNotice: String?
    /// `nil` when the server has no files.
    package let reloader: ContentReloader?
    private let lane: Lane
    private let connectionLimits: ConnectionLimits
    private let metrics: ServerMetrics
    private let settings: Settings
    private let current: CurrentSettings
    private let logger: Logger
    private let services: [any Service]

    /// - Parameters:
    ///   - reads: reads the server's files again; `nil` when it has none.
    ///   - siteFolder: the folder with the pages' sources, which are then read again at each request; `nil` for the
    ///   pages that the program was built with.
    package init(
        engine: Engine, settings: Settings, reads: ContentReloader.Read? = nil, siteFolder: String? = nil,
        logger: Logger
    ) throws {
        let current = CurrentSettings(settings)
        let reloader = reads.map {
            ContentReloader(
                versions: engine.versions, settings: settings, logger: logger, read: $0, onSettings: current.take)
        }
        let site = try Site(folder: siteFolder)
        let assembly = try Assembly(
            engine: engine, settings: settings, current: current, reloader: reloader, site: site, build: Self.build,
            logger: logger)
        (self.engine, self.settings, self.logger, self.reloader) = (engine, settings, logger, reloader)
        self.current = current
        (streams, announcer, metrics) = (assembly.streams, assembly.announcer, assembly.metrics)
        drain = assembly.drain
        (housekeeping, hourClosing) = (assembly.housekeeping, assembly.hourClosing)
        connectionLimits = assembly.connectionLimits
        siteNotice = site.form.notice
        lane = Lane(
            engine: engine, stores: assembly.stores, windows: assembly.windows, legacy: assembly.legacy,
            keys: assembly.keys, pictures: assembly.pictures,
            purchases: LanePurchases(
                gate: assembly.gate, addresses: assembly.addresses, answers: assembly.purchases,
                errors: assembly.errors, metrics: assembly.metrics, logger: logger),
            playerStreams: assembly.playerStreams(logger: logger))
        engine.releaser.add { [streams] event, store in streams.send(event, to: store) }
        engine.notices.add { [streams] notices, store in streams.send(notices, to: store) }
        let (subjects, router) = (assembly.subjects, Self.router(settings: settings, assembly: assembly))
        for routes in subjects.flatMap(\.openRoutes) { routes.add(to: router) }
        let gated = GatedRouter(gate: assembly.gate, router: router, addresses: assembly.addresses)
        for routes in subjects.flatMap({ $0.routes + $0.adminRoutes }) { routes.add(to: gated) }
        gatedRoutes = gated.added.all
        services = subjects.flatMap(\.services)
        let desk = settings.admins.isEmpty ? nil : settings.desk
        self.desk = desk.map { Desk($0, assembly: assembly, settings: settings, site: site) }
        routes = router.routes.map(\.description)
        responder = router.buildResponder()
    }

    /// Makes a server together with its engine, for programs that don't use the engine directly.
    ///
    /// - Parameter prepare: see ``Engine``.
    /// - Throws: ``StartError`` when what is stored doesn't fit the configuration or the time.
    package init(
        _ start: ContentStart, reads: ContentReloader.Read? = nil, siteFolder: String? = nil,
        database: any ShelfDatabase, folder: PublishedFolder, work: WorkFolder = .temporary,
        copies: CopyFolder? = nil, backedUp: @escaping @Sendable () -> Instant? = { nil }, timeline: Timeline,
        randomness: Randomness = .system, logger: Logger, prepare: Engine.Prepare = { _, _ in }
    ) async throws {
        let engine = try await Engine(
            start, database: database, folder: folder, work: work, copies: copies, backedUp: backedUp,
            timeline: timeline, randomness: randomness, logger: logger, prepare: prepare)
        try self.init(
            engine: engine, settings: start.configuration.settings, reads: reads, siteFolder: siteFolder, logger: logger
        )
    }

    /// The same for a configuration whose content isn't a version.
    package init(
        configuration: Configuration, database: any ShelfDatabase, folder: PublishedFolder, timeline: Timeline,
        randomness: Randomness = .system, logger: Logger
    ) async throws {
        try await self.init(
            ContentStart(configuration), database: database, folder: folder, timeline: timeline,
            randomness: randomness, logger: logger)
    }

    /// Runs the server until it is stopped.
    ///
    /// - Parameters:
    ///   - stop: returns when the server should stop, or when its task is cancelled. Without it, SIGINT and SIGTERM
    ///     stop the server.
    ///   - onRunning: called with the port once the server's socket is open, and the desk's.
    package func run(
        until stop: (@Sendable () async -> Void)? = nil, onRunning: @escaping @Sendable (_ port: Int) async -> Void
    ) async throws {
        let takeLimits = { @Sendable [connectionLimits, logger] in Self.makeRoom($0, connectionLimits, logger) }
        takeLimits(settings.limits)
        current.follow(takeLimits)
        let (deskListens, listening) = AsyncStream.makeStream(of: Void.self)
        let desk = desk.map { deskService($0) { listening.yield() } }
        if desk == nil { listening.yield() }
        try await serve(
            services + [desk].compactMap(\.self), hasLane: true, until: stop
        ) { port in
            // Where the desk can't listen, everything ends without having been announced.
            guard await deskListens.first(where: { true }) != nil else { return }
            await onRunning(port)
        }
    }

    /// Answers requests, but doesn't publish windows or release keys. The caller does that.
    ///
    /// - Parameter hasLane: whether what is ready is answered before the router; else the router answers everything.
    package func listen(hasLane: Bool, onRunning: @escaping @Sendable (_ port: Int) async -> Void) async throws {
        try await serve([], hasLane: hasLane, onRunning: onRunning)
    }

    /// Serves an existing connection with the fast lane only, for benchmarks and tests. Requests for the router get no
    /// answer.
    ///
    /// - Parameter isDecoded: whether the decoder reads it from its first byte on.
    package func attach(to channel: any Channel, isDecoded: Bool = false) throws {
        let loops = EventLoopServers(lane: lane, hasLane: true, streams: streams, metrics: metrics)
        let router = RouterPipeline(channel) {
            try channel.pipeline.syncOperations.configureHTTPServerPipeline(
                withPipeliningAssistance: false, withErrorHandling: false)
            return channel.eventLoop.makeSucceededFuture(nil)
        }
        let connection = ConnectionHandler(
            loop: loops.on(channel.eventLoop), timeline: engine.timeline, network: "", router: router, onEnd: {})
        try channel.pipeline.syncOperations.addHandler(connection)
        if isDecoded { connection.joinAtOnce() }
    }

    private func serve(
        _ services: [any Service], hasLane: Bool, until stop: (@Sendable () async -> Void)? = nil,
        onRunning: @escaping @Sendable (_ port: Int) async -> Void
    ) async throws {
        var application = Application(
            responder: responder,
            server: builder(hasLane: hasLane, streams: streams, connectionLimits: connectionLimits),
            configuration: ApplicationConfiguration(
                address: .hostname(settings.server.host, port: settings.server.port),
                serverName: ServerName.text, backlog: Self.backlog),
            onServerRunning: { await onRunning($0.localAddress?.port ?? 0) },
            logger: quieted)
        for service in services { application.addServices(service) }
        let (host, port) = (settings.server.host, settings.server.port)
        try await ListenError.explaining(.server, host: host, port: port) {
            guard let stop else { return try await application.runService() }
            try await StopService.run(application, until: stop, logger: logger)
        }
    }

    /// Serves the desk on its own socket, without the lane, which answers players.
    ///
    /// - Parameter onRunning: called once the socket is open.
    private func deskService(_ desk: Desk, onRunning: @escaping @Sendable () -> Void) -> any Service {
        let (host, port) = (desk.settings.host, desk.settings.port)
        let application = Application(
            responder: desk.responder,
            server: builder(
                hasLane: false, streams: KeyStreams(),
                connectionLimits: ConnectionLimits(Self.deskLimits, isBehindProxy: desk.settings.isBehindProxy)),
            configuration: ApplicationConfiguration(
                address: .hostname(host, port: port), serverName: ServerName.text),
            onServerRunning: { channel in
                desk.origin.listens(onPort: channel.localAddress?.port ?? port)
                onRunning()
            },
            logger: quieted)
        return DeskService(application: application, host: host, port: port)
    }

    /// The desk has few users, and the server's files are for players.
    private static let deskLimits = LimitSettings(connections: 100, connectionsPerAddress: 100)

    /// Hummingbird's only `info` message is the address, and this server's owner logs that with more detail.
    private var quieted: Logger {
        var logger = logger
        if logger.logLevel == .info { logger.logLevel = .notice }
        return logger
    }

    private static let http = HTTP1Channel.Configuration(
        httpDecoderConfiguration: .init(
            maxHeaderFieldSize: SizeLimits.head, maxHeaderListSize: SizeLimits.head,
            maxHeaderFieldCount: 200))

    private static func makeRoom(_ limits: LimitSettings, _ connectionLimits: ConnectionLimits, _ logger: Logger) {
        let wanted = limits.connectionsWanted
        connectionLimits.take(limits)
        let possible = OpenFiles.makeRoom(forConnections: wanted)
        guard possible < wanted else { return }
        // Accept fewer connections than the process may open files. A refused connection is closed at once, but one
        // that can't be accepted would wait and keep the accepting event loop busy.
        connectionLimits.allow(atMost: possible)
        // Who hasn't asked for a number may have fewer than usual, but not far fewer, without a word.
        guard limits.connections != nil || possible < wanted / 2 else { return }
        logger.warning(
            "this process may not open as many files as limits.connections needs; raise its limit (ulimit -n, LimitNOFILE) or lower that",
            metadata: ["connections": "\(wanted)", "possible": "\(possible)"])
    }

    private func builder(
        hasLane: Bool, streams: KeyStreams, connectionLimits: ConnectionLimits
    ) -> HTTPServerBuilder {
        let loops = EventLoopServers(lane: lane, hasLane: hasLane, streams: streams, metrics: metrics)
        return HTTPServerBuilder { [timeline = engine.timeline] responder in
            ConnectionSetup(
                http: HTTP1Channel(responder: responder, configuration: Self.http), loops: loops,
                connectionLimits: connectionLimits, timeline: timeline)
        }
    }

    /// How many new connections may wait to be accepted; the kernel has a bound of its own (`net.core.somaxconn`).
    private static let backlog = 4096

    /// A router whose middleware every answer passes.
    private static func router(settings: Settings, assembly: Assembly) -> Router<ShelfRequestContext> {
        let router = Router(context: ShelfRequestContext.self, options: .autoGenerateHeadEndpoints)
        router.addMiddleware {
            CountingMiddleware(metrics: assembly.metrics, timeline: assembly.engine.timeline)
            RequestHeadMiddleware()
            CORSMiddleware(settings: assembly.settings)
            ProblemMiddleware(errors: assembly.errors, metrics: assembly.metrics)
            LongAnswerMiddleware(
                answers: assembly.longAnswers, adminAnswers: assembly.adminLongAnswers,
                addresses: assembly.addresses, timeline: assembly.engine.timeline)
            ForeignOriginMiddleware(settings: assembly.settings, isBehindProxy: settings.server.isBehindProxy)
        }
        return router
    }
}
