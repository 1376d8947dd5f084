import HTTPTypes
import Hummingbird
import ShelfConfiguration
import ShelfWire

/// Refuses what pages of foreign origins write. CORS alone keeps them from reading the answer, and not from sending the
/// request: any web page could have its visitors create players.
///
/// Programs that are no browsers send no `Origin` and pass.
struct ForeignOriginMiddleware<Context: RequestContext>: RouterMiddleware {
    let settings: CurrentSettings
    /// Whether `X-Forwarded-Host` is a proxy's word.
    let isBehindProxy: Bool

    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        let isReading = [.get, .head, .options].contains(request.method)
        guard !isReading, let origin = request.headers[.origin], !isConfigured(origin, request),
            !isOwn(origin, request)
        else { return try await next(request, context) }
        throw Problem.foreignOrigin
    }

    /// Pages without an origin are anybody's, so they may act as players only.
    private func isConfigured(_ origin: String, _ request: Request) -> Bool {
        settings.origins.contains(origin) && (origin != WebOrigin.none || request.route?.terms.audience == .game)
    }

    /// Whether the page came from this server: then its host and port are those that the request was sent to.
    private func isOwn(_ origin: String, _ request: Request) -> Bool {
        let forwarded = isBehindProxy ? request.headers[.xForwardedHost] : nil
        return [request.head.authority, forwarded].contains { asked in
            guard let asked, let origin = WebOrigin(origin) else { return false }
            return WebOrigin((origin.isSecure ? "https://" : "http://") + asked) == origin
        }
    }
}

extension HTTPField.Name {
    fileprivate static let xForwardedHost = HTTPField.Name("X-Forwarded-Host")!
}

extension Problem {
    /// A page of an origin that isn't the server's own, nor configured, wants to write.
    static var foreignOrigin: Problem {
        Problem(
            .forbidden, status: 403, title: "Foreign origin",
            detail: "Pages of this origin may not write here; an operator adds it under server.origins.")
    }
}
