import Hummingbird
import Logging
import ShelfWire

/// Turns every error into a problem that reveals nothing internal, and logs what the operator has to know.
struct ErrorProblems: Sendable {
    let log: ThrottledLog

    /// The status of what ``problem(of:logger:)`` makes of an error.
    static func status(of error: any Error) -> Int {
        switch error {
        case let refusal as any Refusal: refusal.problem.status
        case let unavailable as Unavailable: unavailable.problem.status
        case let error as any HTTPResponseError: error.status.code
        default: Problem.internalError.status
        }
    }

    func problem(of error: any Error, logger: Logger) -> Problem {
        switch error {
        case let refusal as any Refusal: return refusal.problem
        case let error as any HTTPResponseError: return Problem(status: error.status)
        case let unavailable as Unavailable:
            log.error("the database failed a request", why: unavailable.cause, to: logger)
            return unavailable.problem
        default:
            log.error("a request failed", why: error, to: logger)
            return .internalError
        }
    }
}
