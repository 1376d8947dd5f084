import Hummingbird
import Logging
import ShelfConfiguration
import ShelfWire

/// Logs one line for each change that an admin made or tried to make: who, what, and the status of the answer.
///
/// The line contains nothing from the body, which may name a person. The audit log in the database has more detail.
struct AdminLog {
    let authentication: any AdminAuthentication

    func noting(
        _ request: Request, _ context: ShelfRequestContext, _ body: () async throws -> Response
    ) async throws -> Response {
        do {
            let response = try await body()
            note(request, context, response.status.code)
            return response
        } catch {
            note(request, context, Self.status(error))
            throw error
        }
    }

    /// Logs only requests of which an admin is known, because the others have no name to log.
    private func note(_ request: Request, _ context: ShelfRequestContext, _ status: Int) {
        guard let admin = try? authentication.admin(of: request) else { return }
        context.logger.notice(
            "admin write",
            metadata: [
                "by": "\(admin.name)", "what": "\(request.method) \(request.uri.path)", "status": "\(status)",
            ])
    }

    /// What ``ProblemMiddleware`` makes of an error.
    private static func status(_ error: any Error) -> Int {
        switch error {
        case let problem as Problem: problem.status
        case is Unavailable: Problem.unavailable.status
        case let error as any HTTPResponseError: error.status.code
        default: Problem.internalError.status
        }
    }
}
