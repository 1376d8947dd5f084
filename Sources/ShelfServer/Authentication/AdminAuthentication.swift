import Hummingbird
import ShelfConfiguration
import ShelfWire

/// How a server knows which admin sent a request: by a token in the request, or by a session of the desk.
protocol AdminAuthentication: Sendable {
    /// - Returns: `nil` when the request doesn't show who sent it.
    /// - Throws: when it does, but may have been sent by a page other than the desk's.
    func admin(of request: Request) throws(Problem) -> AdminToken?

    /// The answer to a request of which nobody knows who sent it.
    var unauthorized: Problem { get }
}

/// Knows admins by the token that each of their requests brings.
struct BearerAuthentication: AdminAuthentication {
    let settings: CurrentSettings

    func admin(of request: Request) -> AdminToken? { request.bearerToken.flatMap(settings.admins.admin(ofToken:)) }

    var unauthorized: Problem { .noAdminToken }
}
