import Hummingbird
import ShelfEngine
import ShelfWire

/// Counts answers by route and status, and how long they took. Admin routes are counted together, since what designers
/// are about to do is told to nobody.
struct CountingMiddleware<Context: RequestContext>: RouterMiddleware {
    let metrics: ServerMetrics
    let timeline: Timeline

    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        let begunUs = timeline.nowUs()
        let response = try await next(request, context)
        let route = request.route
        metrics.count(route: name(of: route, context), status: response.status.code)
        if let requests = route.flatMap(TimedRequest.init) {
            metrics.durations.count(requests, us: timeline.nowUs() - begunUs)
        }
        return response
    }

    private func name(of route: Route?, _ context: Context) -> String {
        if case .admin? = route?.terms.access { return "/v1/admin" }
        return context.endpointPath ?? "other"
    }
}
