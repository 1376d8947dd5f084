import HTTPTypes
import Hummingbird
import NIOCore
import ShelfWire

/// Answers every error with a problem document.
struct ProblemMiddleware<Context: RequestContext>: RouterMiddleware {
    let errors: ErrorProblems

    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        let parts = request.uri.path.pathParts
        let allowed = AllowedMethods.of(parts)
        if allowed.contains(request.method) { return await answer(request, context, next) }
        if Route.all(fitting: parts).isEmpty {
            // The path is wrong, unless the site has a file there.
            let found = await answer(Self.reading(request), context, next)
            if found.status == .notFound { return found }
        }
        var response = Problem.methodNotAllowed.response
        response.headers[.allow] = allowed.map(\.rawValue).joined(separator: ", ")
        return response
    }

    private func answer(
        _ request: Request, _ context: Context, _ next: (Request, Context) async throws -> Response
    ) async -> Response {
        do {
            return try await next(request, context)
        } catch {
            return errors.problem(of: error, logger: context.logger).response
        }
    }

    /// The same request with the method GET and without a body.
    private static func reading(_ request: Request) -> Request {
        var head = request.head
        head.method = .get
        return Request(head: head, body: RequestBody(buffer: ByteBuffer()))
    }
}
