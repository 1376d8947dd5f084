import Hummingbird

/// Counts answers by route and status.
struct CountingMiddleware<Context: RequestContext>: RouterMiddleware {
    let metrics: ServerMetrics

    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        let response = try await next(request, context)
        metrics.count(route: context.endpointPath ?? "other", status: response.status.code)
        return response
    }
}
