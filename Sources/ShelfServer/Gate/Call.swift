import Logging
import NIOCore
import ShelfWire

/// A request as the gate judges it, without types of the HTTP library: the router and the fast lane pass the same gate.
struct Call: Sendable {
    let route: Route
    let names: PathNames
    /// The query's parameters, the first of each name.
    let query: [String: String]
    /// What shows who asks: a token, or the id of a session of the desk; empty where there is none.
    let token: String
    /// The CSRF token of a page of the desk.
    let csrfToken: String?
    /// The value of `Idempotency-Key`.
    let key: String?
    /// The value of `Last-Event-ID`.
    let lastEvent: String?
    /// ``Network/of(_:)`` the client's address.
    let network: String
    let body: CallBody
    /// How the call is named in logs.
    let name: Name
    /// Has something done once the client has gone.
    let whenClientGoes: @Sendable (@escaping @Sendable () -> Void) -> Void

    /// What logs say of a call.
    struct Name: Sendable {
        /// The method and the path.
        var what = ""
        /// The method and the whole target, query included.
        var target = ""
        /// The client's address.
        var address = ""
        var logger: Logger?
    }

    init(
        _ route: Route, names: [String: String], query: [String: String] = [:], token: String,
        csrfToken: String? = nil, key: String? = nil, lastEvent: String? = nil, network: String, body: CallBody,
        name: Name = Name(),
        whenClientGoes: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void = { _ in }
    ) {
        (self.route, self.names) = (route, PathNames(names, of: route))
        (self.query, self.token, self.csrfToken, self.key) = (query, token, csrfToken, key)
        (self.lastEvent, self.network, self.body, self.name) = (lastEvent, network, body, name)
        self.whenClientGoes = whenClientGoes
    }

    /// Whether the method is safe (RFC 9110, section 9.2.1): the call changes nothing.
    var isReading: Bool { route.method == .get }

    /// The key that makes repeated requests count as one.
    ///
    /// - Throws: ``Problem`` when it is missing or has another form.
    func idempotencyKey() throws(Problem) -> String { try IdempotencyKey.of(key) }
}

/// A request's body, which may be on its way.
struct CallBody: Sendable {
    /// The value of `Content-Type`.
    let type: String?
    /// The value of `Content-Length`.
    let length: Int?
    /// Reads the body, up to a number of bytes.
    let read: @Sendable (_ atMost: Int) async throws -> ByteBuffer

    static let none = CallBody(type: nil, length: nil) { _ in ByteBuffer() }
}
