/// `POST /desk/sign-in`: an admin's token, or the code of a sign-in link; exactly one of the two.
package struct DeskSignIn: Hashable, Sendable, Codable {
    package let token: String?
    package let code: String?

    package init(token: String? = nil, code: String? = nil) {
        self.token = token
        self.code = code
    }
}

/// `GET /desk/session`, and the answer to a sign-in: who is signed in to the desk, and what the page needs for it.
package struct DeskSessionAnswer: Hashable, Sendable, Codable {
    /// The name of the admin's token.
    package let admin: String
    /// What the token allows, such as `audit:read`, sorted.
    package let scopes: [String]
    /// What every writing request of this session must bring in ``csrfHeader``.
    package let csrfToken: String
    /// The server's title, so that nobody takes one server's desk for another's.
    package let title: String
    package let stores: [Store]
    package let nowMs: Int64
    /// For how long the session may go unused.
    package let idleMs: Int64
    /// When it ends, however much it is used.
    package let endsMs: Int64

    package static let csrfHeader = "X-CSRF-Token"

    package struct Store: Hashable, Sendable, Codable {
        package let id: String
        package let title: String

        package init(id: String, title: String) {
            self.id = id
            self.title = title
        }
    }

    package init(
        admin: String, scopes: [String], csrfToken: String, title: String, stores: [Store], nowMs: Int64, idleMs: Int64,
        endsMs: Int64
    ) {
        self.admin = admin
        self.scopes = scopes
        self.csrfToken = csrfToken
        self.title = title
        self.stores = stores
        self.nowMs = nowMs
        self.idleMs = idleMs
        self.endsMs = endsMs
    }
}
