import HTTPTypes
import Hummingbird

/// Adds to every answer of the desk what it asks of browsers: nothing from elsewhere, nothing to elsewhere, nothing
/// kept.
struct DeskHeaders<Context: RequestContext>: RouterMiddleware {
    /// The content security policy (CSP, level 3).
    static var policy: String {
        [
            "default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'",
            "img-src 'self' data:", "frame-ancestors 'none'", "base-uri 'none'", "form-action 'self'",
        ].joined(separator: "; ")
    }

    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        response.headers[.contentSecurityPolicy] = Self.policy
        response.headers[.xContentTypeOptions] = "nosniff"
        response.headers[.referrerPolicy] = "no-referrer"
        response.headers[.crossOriginOpenerPolicy] = "same-origin"
        response.headers[.crossOriginResourcePolicy] = "same-origin"
        if response.headers[.cacheControl] == nil { response.headers[.cacheControl] = "no-store" }
        return response
    }
}

extension HTTPField.Name {
    fileprivate static let referrerPolicy = HTTPField.Name("Referrer-Policy")!
    fileprivate static let crossOriginOpenerPolicy = HTTPField.Name("Cross-Origin-Opener-Policy")!
}
