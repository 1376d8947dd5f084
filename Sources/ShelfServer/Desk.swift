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
        let limits = RateLimits(settings.limits, isBehindProxy: desk.isBehindProxy, timeline: engine.timeline)
        assembly.settings.follow(limits.take)
        let access = AdminAccess(
            authentication: authentication, limits: limits, database: engine.database, timeline: engine.timeline)
        let router = Self.router(origin: origin, assembly: assembly, limits: limits)
        DeskPageRoutes(site: site).add(to: router)
        DeskRoutes(
            sessions: sessions, authentication: authentication, limits: limits, database: engine.database,
            content: engine.content, strangers: access.strangers
        ).add(to: router)
        ShelfServer.addAdminRoutes(of: assembly.subjects, to: router, access: access, lanes: assembly.lanes)
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
        origin: DeskOrigin, assembly: Assembly, limits: RateLimits
    ) -> Router<ShelfRequestContext> {
        let timeline = assembly.engine.timeline
        let router = Router(context: ShelfRequestContext.self, options: .autoGenerateHeadEndpoints)
        router.addMiddleware {
            CountingMiddleware(metrics: assembly.metrics, timeline: timeline)
            DeskHeaders()
            RequestHeadMiddleware()
            ProblemMiddleware(errors: ErrorProblems(log: ThrottledLog(timeline: timeline)))
            LongAnswerMiddleware(
                answers: assembly.longAnswers, adminAnswers: assembly.adminLongAnswers, limits: limits,
                timeline: timeline)
            DeskGuard(origin: origin)
        }
        return router
    }
}
