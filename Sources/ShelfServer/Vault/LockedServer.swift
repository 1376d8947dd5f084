import HTTPTypes
import Hummingbird
import HummingbirdCore
package import Logging
import NIOCore
package import ShelfConfiguration
package import ShelfDatabase
package import ShelfEngine
import ShelfModel
import ShelfWire

/// What a server serves until its vault is open: issued windows and the keys that stand in them, and how it is.
///
/// It has no secret, so it can't sign, release, sell or tell players apart. Everything else is 503 `locked`, and
/// players' apps wait.
package struct LockedServer: Sendable {
    private let settings: Settings
    private let responder: RouterResponder<ShelfRequestContext>
    private let logger: Logger

    package init(
        _ settings: Settings, database: any ScheduleDatabase & VaultDatabase, folder: PublishedFolder,
        timeline: Timeline, logger: Logger
    ) async throws {
        (self.settings, self.logger) = (settings, logger)
        let shelf = LockedShelf(stores: try await database.storeIDs(), database: database, folder: folder)
        let router = Router(context: ShelfRequestContext.self, options: .autoGenerateHeadEndpoints)
        router.addMiddleware {
            RequestHeadMiddleware()
            CORSMiddleware(settings: CurrentSettings(settings))
            ProblemMiddleware<ShelfRequestContext>(errors: ErrorProblems(log: ThrottledLog(timeline: timeline)))
            LockedMiddleware()
        }
        LockedRoutes(shelf: shelf, timeline: timeline).add(to: router)
        TimeRoutes(timeline: timeline).add(to: router)
        responder = router.buildResponder()
    }

    /// As many as leave the process the files that it needs to be unlocked and to read the database.
    private var connectionsAtMost: Int {
        OpenFiles.makeRoom(forConnections: settings.limits.connectionsWanted)
    }

    /// Serves until `stop` returns.
    ///
    /// - Parameter onRunning: called with the port once the server's socket is open.
    package func run(
        until stop: @escaping @Sendable () async -> Void, onRunning: @escaping @Sendable (_ port: Int) async -> Void
    ) async throws {
        let (host, port) = (settings.server.host, settings.server.port)
        let application = Application(
            responder: responder, server: .http1(configuration: .init(idleTimeout: .seconds(30))),
            configuration: ApplicationConfiguration(
                address: .hostname(host, port: port), serverName: ServerName.text,
                availableConnectionsDelegate: MaximumAvailableConnections(connectionsAtMost)),
            onServerRunning: { await onRunning($0.localAddress?.port ?? 0) }, logger: logger)
        try await ListenError.explaining(.server, host: host, port: port) {
            try await StopService.run(application, until: stop, logger: logger)
        }
    }
}

/// Answers what a locked server doesn't have.
private struct LockedMiddleware: RouterMiddleware {
    func handle(
        _ request: Request, context: ShelfRequestContext,
        next: (Request, ShelfRequestContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as HTTPError where error.status == .notFound {
            throw Problem.locked
        }
    }
}

private struct LockedRoutes: RouteSet {
    private static let howToUnlock = """
        The vault is locked. Run `shelflife vault unlock` on the server's machine, with the data folder in --data; it asks \
        for the passphrase.
        """

    let shelf: LockedShelf
    let timeline: Timeline

    func add(to router: some RouterMethods<ShelfRequestContext>) {
        router.on(.window) { request, context in
            let window = try await shelf.newest(
                of: context.parameters.require("store"), now: timeline.earliest)
            return WindowAnswers.answer(window.bytes, window.digest)
                .keptUntilNext(after: window.issuedAt, earliest: timeline.earliest).response(to: request)
        }
        router.on(.numberedWindow) { request, context in
            let window = try await shelf.window(
                context.parameters.require("sequence"), of: context.parameters.require("store"),
                now: timeline.earliest)
            return WindowAnswers.answer(window.bytes, window.digest).response(to: request)
        }
        router.on(.key) { request, context in
            let key = try await shelf.key(
                context.parameters.require("slot"), chain: context.parameters.require("chain"),
                of: context.parameters.require("store"), now: timeline.earliest)
            return try KeyAnswers.answer(key).response(to: request)
        }
        router.on(.health) { _, _ in OperationRoutes.plain("ok\n") }
        router.on(.readiness) { _, _ -> Response in throw Problem.notReady(Self.howToUnlock) }
        router.on(.metrics) { _, _ in
            var text = MetricsText()
            text.add(.gauge, "shelflife_ready", "1 when /readyz says ready.", 0)
            text.add(.gauge, "shelflife_locked", "1 until the vault is open.", 1)
            text.add(ProcessFigures.recent(nowUs: timeline.nowUs()))
            return OperationRoutes.plain(text.text, type: OperationRoutes.metricsType)
        }
    }
}

extension Problem {
    static let locked: Problem = {
        var problem = Problem(
            .locked, status: 503, title: "Locked",
            detail: "The server was started and isn't unlocked yet; nothing was done. Ask again later.")
        problem.retryAfter = 5
        return problem
    }()
}
