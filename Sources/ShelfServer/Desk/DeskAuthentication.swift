import HTTPTypes
import Hummingbird
import ShelfConfiguration
import ShelfWire

/// Knows admins by their session's cookie, and takes writing requests only with the session's CSRF token.
struct DeskAuthentication: AdminAuthentication {
    let sessions: DeskSessions
    let cookie: DeskCookie

    func proof(in request: Request) -> Proof {
        Proof(token: cookie.text(in: request) ?? "", csrfToken: request.headers[.csrfToken])
    }

    func admin(of call: Call) throws(Problem) -> AdminToken? { try session(of: call)?.admin }

    /// The session that a call uses.
    func session(of call: Call) throws(Problem) -> DeskSession? {
        guard let session = DeskSecret(call.token).flatMap(sessions.session) else { return nil }
        guard call.isReading || session.hasCSRFToken(call.csrfToken ?? "") else { throw Problem.noCSRFToken }
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
