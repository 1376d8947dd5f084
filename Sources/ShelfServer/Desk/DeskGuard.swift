import HTTPTypes
import Hummingbird
import ShelfConfiguration
import ShelfWire

/// Refuses requests that weren't sent to the desk by a page of the desk, before anything else looks at them.
///
/// A cookie doesn't tell: browsers send it from every port of the same host (RFC 6265, section 8.5), and to a name that
/// an attacker has pointed at this server (DNS rebinding).
struct DeskGuard<Context: RequestContext>: RouterMiddleware {
    let origin: DeskOrigin

    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        guard let own = origin.current else { throw Problem.unavailable }
        try checkHost(of: request, own)
        try checkSender(of: request, own)
        return try await next(request, context)
    }

    private func checkHost(of request: Request, _ own: WebOrigin) throws(Problem) {
        let asked = request.head.authority.flatMap { WebOrigin((own.isSecure ? "https://" : "http://") + $0) }
        guard asked == own else { throw Problem.misdirected(to: "\(own)/desk") }
    }

    /// Checks `Origin` (Fetch standard, section 3.1) and `Sec-Fetch-Site` (Fetch Metadata, section 2.3). Programs that
    /// are no browsers send neither and can only read.
    private func checkSender(of request: Request, _ own: WebOrigin) throws(Problem) {
        let sender = request.headers[.origin]
        guard sender.map({ $0 == "\(own)" }) ?? request.isReading else { throw Problem.foreignOrigin("\(own)") }
        let site = request.headers[.secFetchSite]
        guard site == nil || site == "same-origin" || isVisit(request, site: site) else {
            throw Problem.foreignOrigin("\(own)")
        }
    }

    /// Whether a person opens something in a window of its own: the page from anywhere, else only by typing an address.
    private func isVisit(_ request: Request, site: String?) -> Bool {
        guard request.isReading else { return false }
        if site == "none" { return true }
        let isPage = [[], ["desk"]].contains(request.uri.path.pathParts)
        return isPage && request.headers[.secFetchMode] == "navigate" && request.headers[.secFetchDest] == "document"
    }
}

extension HTTPField.Name {
    fileprivate static let secFetchSite = HTTPField.Name("Sec-Fetch-Site")!
    fileprivate static let secFetchMode = HTTPField.Name("Sec-Fetch-Mode")!
    fileprivate static let secFetchDest = HTTPField.Name("Sec-Fetch-Dest")!
}
