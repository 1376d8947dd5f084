import Hummingbird
import ShelfWire

/// Counts answers by route and status. Admin routes are counted together, since what designers are about to do is told
/// to nobody.
struct CountingMiddleware<Context: RequestContext>: RouterMiddleware {
    let metrics: ServerMetrics

    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        let response = try await next(request, context)
        metrics.count(route: name(of: request, context), status: response.status.code)
        return response
    }

    private func name(of request: Request, _ context: Context) -> String {
        if case .admin? = request.route?.terms.access { return "/v1/admin" }
        return context.endpointPath ?? "other"
    }
}
