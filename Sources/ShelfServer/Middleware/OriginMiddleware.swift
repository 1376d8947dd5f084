import HTTPTypes
import Hummingbird

/// Says which origins' pages may read an answer (Fetch standard, section 3.2, CORS).
///
/// What every player may see, any origin may read and time. What is the
/// operator's is open to the configured origins only.
struct OriginMiddleware<Context: RequestContext>: RouterMiddleware {
    /// Such as `https://console.example.com`.
    let origins: [String]
    /// Paths that are not for everyone.
    let closed: Set<String>

    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        var response = request.method == .options ? Self.preflight : try await next(request, context)
        if closed.contains(request.uri.path) {
            open(&response, to: request.headers[.origin])
        } else {
            response.headers[.accessControlAllowOrigin] = "*"
            response.headers[.timingAllowOrigin] = "*"
            response.headers[.accessControlExposeHeaders] = "ETag"
        }
        return response
    }

    private func open(_ response: inout Response, to origin: String?) {
        response.headers[.vary] = "Origin"
        guard let origin, origins.contains(origin) else { return }
        response.headers[.accessControlAllowOrigin] = origin
    }

    private static var preflight: Response {
        Response(
            status: .noContent,
            headers: [
                .accessControlAllowMethods: "GET, HEAD, OPTIONS",
                .accessControlAllowHeaders: "If-None-Match, Cache-Control, Last-Event-ID",
                .accessControlMaxAge: "86400",
            ])
    }
}

extension HTTPField.Name {
    static let timingAllowOrigin = HTTPField.Name("Timing-Allow-Origin")!
}
