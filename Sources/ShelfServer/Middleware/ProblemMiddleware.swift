import HTTPTypes
import Hummingbird
import ShelfWire

/// Answers every error with a problem document, and counts those that answer orders.
struct ProblemMiddleware<Context: RequestContext>: RouterMiddleware {
    let errors: ErrorProblems
    /// `nil` where nothing is counted.
    var metrics: ServerMetrics?

    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        let allowed = AllowedMethods.of(request.uri.path.pathParts)
        guard allowed.contains(request.method) else {
            var response = Problem.methodNotAllowed.response
            response.headers[.allow] = allowed.map(\.rawValue).joined(separator: ", ")
            return response
        }
        do {
            return try await next(request, context)
        } catch {
            let problem = errors.problem(of: error, logger: context.logger)
            if request.method == .post { metrics?.count(refused: problem, by: request.route) }
            return problem.response
        }
    }
}
