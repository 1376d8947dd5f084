import HTTPTypes
import Hummingbird

/// Says which origins' pages may read an answer (Fetch standard, section 3.2, CORS).
///
/// What every player may see, any origin may read and time. What is the
/// operator's is open to the configured origins only.
struct OriginMiddleware<Context: RequestContext>: RouterMiddleware {
    /// Such as `https://console.example.com`.
    let origins: [String]
    /// Paths that are not for everyone; nor is what begins with one of ``closedPrefixes``, nor what changes anything.
    let closed: Set<String>

    private static var closedPrefixes: [String] { ["/v1/player", "/v1/admin"] }

    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        var response = request.method == .options ? Self.preflight : try await next(request, context)
        if isClosed(request) {
            open(&response, to: request.headers[.origin])
        } else {
            for field in OpenFields.all { response.headers[field.name] = field.value }
        }
        return response
    }

    private func isClosed(_ request: Request) -> Bool {
        let method = request.method == .options ? request.headers[.accessControlRequestMethod] : "\(request.method)"
        let path = Self.routed(request.uri.path)
        return method == "POST" || closed.contains(path) || Self.closedPrefixes.contains { path.hasPrefix($0) }
    }

    /// The path as the router reads it, which takes `//v1/player/` for `/v1/player`.
    private static func routed(_ path: String) -> String { "/" + path.split(separator: "/").joined(separator: "/") }

    private func open(_ response: inout Response, to origin: String?) {
        response.headers[.vary] = "Origin"
        guard let origin, origins.contains(origin) else { return }
        response.headers[.accessControlAllowOrigin] = origin
        response.headers[.accessControlExposeHeaders] = "Retry-After"
    }

    private static var preflight: Response {
        Response(
            status: .noContent,
            headers: [
                .accessControlAllowMethods: "GET, HEAD, OPTIONS, POST",
                .accessControlAllowHeaders:
                    "Authorization, Cache-Control, Content-Type, Idempotency-Key, If-None-Match, Last-Event-ID",
                .accessControlMaxAge: "86400",
            ])
    }
}

extension HTTPField.Name {
    static let timingAllowOrigin = HTTPField.Name("Timing-Allow-Origin")!
}

/// What lets the pages of any origin read an answer and time it.
enum OpenFields {
    static let all: HTTPFields = [
        .accessControlAllowOrigin: "*", .timingAllowOrigin: "*", .accessControlExposeHeaders: "ETag",
    ]
}
