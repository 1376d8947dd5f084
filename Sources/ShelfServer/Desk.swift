package import Hummingbird
import Logging
package import ShelfConfiguration
import ShelfEngine
import ShelfSite
import ShelfWire

/// The operators' pages: their own routes, and the admin routes for admins who are signed in, under an origin of their
/// own.
package struct Desk: Sendable {
    package let origin: DeskOrigin
    package let sessions: DeskSessions
    package let responder: RouterResponder<ShelfRequestContext>
    /// All routes, such as `GET /desk/session`.
    package let routes: [String]
    let settings: DeskSettings

    init(_ desk: DeskSettings, assembly: Assembly, settings: Settings, site: Site) {
        let engine = assembly.engine
        origin = DeskOrigin(desk)
        sessions = DeskSessions(settings: assembly.settings, timeline: engine.timeline)
        let authentication = DeskAuthentication(
            sessions: sessions, cookie: DeskCookie(isSecure: desk.origin?.isSecure == true))
        let gate = Assembly.gate(
            engine: engine, settings: settings, current: assembly.settings, admins: authentication,
            lanes: assembly.lanes)
        let addresses = ClientAddresses(isBehindProxy: desk.isBehindProxy)
        let router = Self.router(origin: origin, assembly: assembly, addresses: addresses)
        DeskPageRoutes(site: site).add(to: router)
        DeskRoutes(
            sessions: sessions, authentication: authentication, gate: gate, addresses: addresses,
            content: engine.content
        ).add(to: router)
        let gated = GatedRouter(gate: gate, router: router, addresses: addresses)
        for routes in assembly.subjects.flatMap(\.adminRoutes) { routes.add(to: gated) }
        self.settings = desk
        routes = router.routes.map(\.description)
        responder = router.buildResponder()
    }

    /// An address that signs an admin in once, within ten minutes. Its code is in the fragment, which browsers keep to
    /// themselves.
    ///
    /// - Returns: `nil` while the desk's port isn't known.
    package func signInLink(for admin: AdminToken) -> String? {
        address.map { "\($0)#code=\(sessions.invite(admin).text)" }
    }

    /// The address of the page; `nil` while the desk's port isn't known.
    package var address: String? { origin.current.map { "\($0)/desk" } }

    private static func router(
        origin: DeskOrigin, assembly: Assembly, addresses: ClientAddresses
    ) -> Router<ShelfRequestContext> {
        let timeline = assembly.engine.timeline
        let router = Router(context: ShelfRequestContext.self, options: .autoGenerateHeadEndpoints)
        router.addMiddleware {
            CountingMiddleware(metrics: assembly.metrics, timeline: timeline)
            DeskHeaders()
            RequestHeadMiddleware()
            ProblemMiddleware(
                errors: ErrorProblems(log: ThrottledLog(timeline: timeline)), metrics: assembly.metrics)
            LongAnswerMiddleware(
                answers: assembly.longAnswers, adminAnswers: assembly.adminLongAnswers, addresses: addresses,
                timeline: timeline)
            DeskGuard(origin: origin)
        }
        return router
    }
}
