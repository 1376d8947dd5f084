import HTTPTypes
import Hummingbird
import ShelfWire

/// Refuses requests whose head has a fault, before any other middleware handles them.
struct RequestHeadMiddleware<Context: RequestContext>: RouterMiddleware {
    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        let target = request.head.path ?? ""
        if let fault = RequestHeadFault(target: target, isOptions: request.method == .options) {
            return fault.problem.response
        }
        return try await next(request, context)
    }
}
