import ShelfWire

extension Problem {
    static let unauthorized = Problem(
        .unauthorized, status: 401, title: "Unauthorized",
        detail: "Send Authorization: Bearer with a token that is still good; POST /v1/players brings one.")

    static let noAdminToken = Problem(
        .unauthorized, status: 401, title: "Unauthorized",
        detail: "Send Authorization: Bearer with an admin token whose hash is in the server's configuration.")

    static func forbidden(_ scope: String) -> Problem {
        Problem(
            .forbidden, status: 403, title: "Forbidden",
            detail:
                "This token lacks the scope \(scope); an operator adds it under admin.tokens, and SIGHUP has the server read it."
        )
    }
}
