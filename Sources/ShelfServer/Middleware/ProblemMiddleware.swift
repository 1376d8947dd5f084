import HTTPTypes
import Hummingbird
import Logging
import ShelfWire

/// Turns every error into a problem document that reveals nothing internal.
struct ProblemMiddleware<Context: RequestContext>: RouterMiddleware {
    let log: ThrottledLog

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
        } catch let problem as Problem {
            return problem.response
        } catch let error as any HTTPResponseError {
            return Problem(status: error.status).response
        } catch let unavailable as Unavailable {
            log.error("the database failed a request", why: unavailable.cause, to: context.logger)
            return unavailable.problem.response
        } catch {
            log.error("a request failed", why: error, to: context.logger)
            return Problem.internalError.response
        }
    }
}
