import HTTPTypes
import Hummingbird
import ShelfConfiguration
import ShelfWire

/// Says which origins' pages may read an answer (Fetch standard, section 3.2, CORS).
///
/// Any origin may read public answers and their timing. All other answers are open to the configured origins only, also
/// those to paths that no route has.
struct CORSMiddleware<Context: RequestContext>: RouterMiddleware {
    let settings: CurrentSettings

    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        var response = request.method == .options ? Self.preflight : try await next(request, context)
        let audience = audience(of: request)
        if audience == .everyone {
            for field in AnswerFields.anyOrigin { response.headers[field.name] = field.value }
        } else if response.headers[.accessControlAllowOrigin] == nil {
            open(&response, to: request.headers[.origin], audience)
        }
        return response
    }

    /// `nil` for a path or a method that no route has. The site's files, which have none, say themselves who may read
    /// them.
    private func audience(of request: Request) -> Route.Audience? {
        guard request.method == .options else { return request.route?.terms.audience }
        let asked = request.headers[.accessControlRequestMethod].flatMap { HTTPRequest.Method(rawValue: $0) } ?? .get
        return Route(request.uri.path.pathParts, method: asked)?.terms.audience
    }

    private func open(_ response: inout Response, to origin: String?, _ audience: Route.Audience?) {
        response.headers[values: .vary].append("Origin")
        guard let origin, settings.origins.contains(origin), origin != WebOrigin.none || audience == .game else {
            return
        }
        response.headers[.accessControlAllowOrigin] = origin
        response.headers[.accessControlExposeHeaders] = "Retry-After"
    }

    /// Pages may send all fields, since tools that watch them add their own to each request. `*` stands for all but
    /// Authorization; old browsers know only the fields that are named.
    private static var preflight: Response {
        Response(
            status: .noContent,
            headers: [
                .accessControlAllowMethods: "DELETE, GET, HEAD, OPTIONS, POST, PUT",
                .accessControlAllowHeaders:
                    """
                Authorization, Cache-Control, Content-Type, Idempotency-Key, If-None-Match, If-Range, Last-Event-ID, \
                Range, *
                """,
                .accessControlMaxAge: "86400",
            ])
    }
}
