import ShelfWire

/// Why a request's head is refused whatever it asks for (RFC 9112, sections 3.2 and 6.1).
///
/// The router doesn't see the original head: the HTTP library reduces an absolute URI to its path, and several `Host`
/// fields to one. So ``DecodedRequestHandler`` detects the fault and replaces the request target with the fault's name.
/// That can't be mistaken for a path, because it doesn't begin with a slash.
enum RequestHeadFault: String {
    case target, host, coding

    /// - Parameter target: as the router sees it.
    /// - Returns: `nil` where it is a path, or the asterisk of an `OPTIONS` request.
    init?(target: String, isOptions: Bool) {
        if target.hasPrefix("/") || isOptions && target == "*" { return nil }
        self = Self(rawValue: target) ?? .target
    }

    /// What the client is told.
    var problem: Problem {
        switch self {
        case .target, .host: .badRequest(detail)
        case .coding: Problem(.badRequest, status: 501, title: "Not implemented", detail: detail)
        }
    }

    private var detail: String {
        switch self {
        case .target: "Ask for a path that begins with a slash, not for a whole address."
        case .host: "Send one Host field with the server's name, and its port where it has one."
        case .coding: "Send the body with a Content-Length, or with no other Transfer-Encoding than chunked."
        }
    }
}
