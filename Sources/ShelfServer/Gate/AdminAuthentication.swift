import Hummingbird
import ShelfConfiguration
import ShelfWire

/// How a server knows which admin sent a request: by a token in the request, or by a session of the desk.
protocol AdminAuthentication: Sendable {
    /// What a request brings to show who sent it.
    func proof(in request: Request) -> Proof

    /// - Returns: `nil` when the call doesn't show who sent it.
    /// - Throws: when it does, but may have been sent by a page other than the desk's.
    func admin(of call: Call) throws(Problem) -> AdminToken?

    /// The answer where the sender isn't known.
    var unauthorized: Problem { get }
}

/// What a request brings to show who sent it.
struct Proof: Sendable {
    /// A token, or the id of a session of the desk; empty where there is none.
    let token: String
    var csrfToken: String?
}

/// Knows admins by the token that each of their requests brings.
struct BearerAuthentication: AdminAuthentication {
    let settings: CurrentSettings

    func proof(in request: Request) -> Proof { Proof(token: request.bearerToken ?? "") }

    func admin(of call: Call) -> AdminToken? {
        call.token.isEmpty ? nil : settings.admins.admin(ofToken: call.token)
    }

    var unauthorized: Problem { .noAdminToken }
}
