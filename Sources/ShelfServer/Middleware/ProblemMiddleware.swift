import HTTPTypes
import Hummingbird
import ShelfWire

/// Answers every error with a problem document.
struct ProblemMiddleware<Context: RequestContext>: RouterMiddleware {
    let errors: ErrorProblems

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
            return errors.problem(of: error, logger: context.logger).response
        }
    }
}
