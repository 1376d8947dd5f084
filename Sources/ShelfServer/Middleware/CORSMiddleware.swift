import HTTPTypes
import Hummingbird
import ShelfWire

/// Says which origins' pages may read an answer (Fetch standard, section 3.2, CORS).
///
/// Any origin may read public answers and their timing. All other answers are open to the configured origins only.
struct CORSMiddleware<Context: RequestContext>: RouterMiddleware {
    /// Such as `https://console.example.com`.
    let origins: [String]

    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        var response = request.method == .options ? Self.preflight : try await next(request, context)
        if isClosed(request) {
            open(&response, to: request.headers[.origin])
        } else {
            for field in AnswerFields.anyOrigin { response.headers[field.name] = field.value }
        }
        return response
    }

    private func isClosed(_ request: Request) -> Bool {
        let method = request.method == .options ? request.headers[.accessControlRequestMethod] : "\(request.method)"
        return ["POST", "PUT", "DELETE"].contains(method) || Audience(ofPath: request.uri.path.pathParts) == .few
    }

    private func open(_ response: inout Response, to origin: String?) {
        response.headers[values: .vary].append("Origin")
        guard let origin, origins.contains(origin) else { return }
        response.headers[.accessControlAllowOrigin] = origin
        response.headers[.accessControlExposeHeaders] = "Retry-After"
    }

    private static var preflight: Response {
        Response(
            status: .noContent,
            headers: [
                .accessControlAllowMethods: "DELETE, GET, HEAD, OPTIONS, POST, PUT",
                .accessControlAllowHeaders:
                    "Authorization, Cache-Control, Content-Type, Idempotency-Key, If-None-Match, Last-Event-ID",
                .accessControlMaxAge: "86400",
            ])
    }
}
