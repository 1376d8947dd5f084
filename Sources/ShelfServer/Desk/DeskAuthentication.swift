import HTTPTypes
import Hummingbird
import ShelfConfiguration
import ShelfWire

/// Knows admins by their session's cookie, and takes writing requests only with the session's CSRF token.
struct DeskAuthentication: AdminAuthentication {
    let sessions: DeskSessions
    let cookie: DeskCookie

    func admin(of request: Request) throws(Problem) -> AdminToken? { try session(of: request)?.admin }

    /// The session that a request uses.
    func session(of request: Request) throws(Problem) -> DeskSession? {
        guard let session = cookie.id(of: request).flatMap(sessions.session) else { return nil }
        guard request.isReading || session.hasCSRFToken(request.headers[.csrfToken] ?? "") else {
            throw Problem.noCSRFToken
        }
        return session
    }

    var unauthorized: Problem { .signedOut }
}

extension Request {
    /// Whether the method is safe (RFC 9110, section 9.2.1): the request changes nothing.
    var isReading: Bool { method == .get || method == .head }
}

extension HTTPField.Name {
    fileprivate static let csrfToken = HTTPField.Name(DeskSessionAnswer.csrfHeader)!
}
