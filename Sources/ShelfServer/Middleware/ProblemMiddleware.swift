import HTTPTypes
import Hummingbird
import ShelfWire

/// Answers every error with a problem document.
struct ProblemMiddleware<Context: RequestContext>: RouterMiddleware {
    let errors: ErrorProblems

    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        let parts = request.uri.path.pathParts
        let allowed = AllowedMethods.of(parts)
        guard allowed.contains(request.method) else {
            // Below /v1 there are only routes, so that a path that none fits is a wrong path whatever the method.
            let isUnknown = parts.first == "v1" && Route.all(fitting: parts).isEmpty
            guard !isUnknown else { return Problem.notFound.response }
            var response = Problem.methodNotAllowed.response
            response.headers[.allow] = allowed.map(\.rawValue).joined(separator: ", ")
            return response
        }
        do {
            return try await next(request, context)
        } catch {
            return errors.problem(of: error, logger: context.logger).response
        }
    }
}
