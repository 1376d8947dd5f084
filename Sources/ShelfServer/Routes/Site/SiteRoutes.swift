import HTTPTypes
import Hummingbird
import ShelfSite
import ShelfWire

/// The storefront page, the browser SDK and the routes' description, from memory.
struct SiteRoutes {
    private let page: Reply
    private let files: [(path: String, reply: Reply)]

    /// Nothing but what the server itself serves may run in the page, be loaded by it or be asked by it.
    private static let policy = [
        "default-src 'self'", "img-src 'self' data:", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
    ].joined(separator: "; ")

    init(site: Site, context: StorefrontContext) throws {
        let html = Array(try site.page(context).utf8)
        page = Self.reply(html, type: "text/html; charset=utf-8", headers: [.contentSecurityPolicy: Self.policy])
        files = site.files.map { ($0.path, Self.reply($0.bytes, type: $0.type)) }
    }

    func add(to router: some RouterMethods<some RequestContext>) {
        router.get("/") { [page] request, _ in page.response(to: request) }
        for (path, reply) in files {
            router.get(RouterPath(path)) { request, _ in reply.response(to: request) }
        }
    }

    /// Asked for again at each visit, answered with 304 until the server is another.
    private static func reply(_ bytes: [UInt8], type: String, headers: HTTPFields = [:]) -> Reply {
        var headers = headers
        headers[.xContentTypeOptions] = "nosniff"
        return Reply(
            bytes: bytes, type: type, caching: "no-cache", entityTag: "\"\(WindowFile.digest(of: bytes))\"",
            headers: headers)
    }
}
