import ShelfWire

extension Problem {
    static let signedOut = Problem(
        .unauthorized, status: 401, title: "Signed out",
        detail: "Sign in at the desk; a session ends when it is unused for half an hour, and after twelve hours.")

    static let notSignedIn = Problem(
        .unauthorized, status: 401, title: "Not signed in",
        detail: "This token or link isn't known, or isn't good any more; a link is good once, for ten minutes.")

    static let noCSRFToken = Problem(
        .forbidden, status: 403, title: "Forbidden",
        detail: "The request lacks this session's CSRF token; load the desk's page again.")

    static func foreignOrigin(_ origin: String) -> Problem {
        Problem(
            .forbidden, status: 403, title: "Forbidden",
            detail: "The desk takes requests from its own pages only; writes bring Origin: \(origin).")
    }

    static func misdirected(to address: String) -> Problem {
        Problem(
            .badRequest, status: 421, title: "Misdirected request", detail: "Only the desk is here; open \(address).")
    }
}
