import HTTPTypes
import Hummingbird
import ShelfEngine
import ShelfSite
import ShelfWire

/// The storefront page, the browser SDK and the routes' description, from memory.
struct SiteRoutes {
    private let page: StorefrontPage
    private let files: [(path: String, answer: Answer)]

    init(site: Site, engine: Engine, version: String) throws {
        page = StorefrontPage(site: site, engine: engine, version: version)
        _ = try page.answer()
        files = site.files.map { ($0.path, Self.answer($0.bytes, type: $0.type)) }
    }

    func add(to router: some RouterMethods<some RequestContext>) {
        router.on(.page) { [page] request, _ in try page.answer().response(to: request) }
        for (path, answer) in files {
            router.get(RouterPath(path)) { request, _ in answer.response(to: request) }
        }
    }

    /// Browsers revalidate at each visit and get 304 until the server is upgraded.
    static func answer(_ bytes: [UInt8], type: String, headers: HTTPFields = [:]) -> Answer {
        var headers = headers
        headers[.xContentTypeOptions] = "nosniff"
        return Answer(
            bytes, type: type, caching: "no-cache", entityTag: "\"\(WindowFile.digest(of: bytes))\"",
            headers: headers)
    }
}
