import HTTPTypes
import Hummingbird

/// Lets pages of any origin read what is public, and measure how long it took.
struct AnyOriginMiddleware<Context: RequestContext>: RouterMiddleware {
    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        if request.method == .options { return preflight }
        var response = try await next(request, context)
        response.headers[.accessControlAllowOrigin] = "*"
        response.headers[.timingAllowOrigin] = "*"
        response.headers[.accessControlExposeHeaders] = "ETag"
        return response
    }

    private var preflight: Response {
        Response(
            status: .noContent,
            headers: [
                .accessControlAllowOrigin: "*",
                .accessControlAllowMethods: "GET, HEAD, OPTIONS",
                .accessControlAllowHeaders: "If-None-Match, Cache-Control, Last-Event-ID",
                .accessControlMaxAge: "86400",
            ])
    }
}

extension HTTPField.Name {
    static let timingAllowOrigin = HTTPField.Name("Timing-Allow-Origin")!
}
