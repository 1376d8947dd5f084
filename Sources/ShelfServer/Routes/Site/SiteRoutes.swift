import HTTPTypes
import Hummingbird
import ShelfEngine
import ShelfSite
import ShelfWire

/// The storefront page, the browser SDK and the routes' description, from memory.
struct SiteRoutes {
    private let page: StorefrontPage
    private let files: [(path: String, answer: SiteAnswer)]
    private let assets: AssetAnswers

    init(site: Site, engine: Engine, version: String, storesVersion: StoresVersion) throws {
        page = StorefrontPage(site: site, engine: engine, version: version, storesVersion: storesVersion)
        _ = try page.answer()
        files = site.files.map { ($0.path, SiteAnswer($0)) }
        assets = AssetAnswers(site.assets.files)
    }

    func add(to router: some RouterMethods<some RequestContext>) {
        router.on(.page) { [page] request, _ in try page.answer().response(to: request) }
        for (path, answer) in files {
            router.get(RouterPath(path)) { request, _ in answer.response(to: request) }
        }
        router.get("/assets/{file}") { [assets] request, context in
            guard let answer = assets["/assets/\(try context.parameters.require("file"))"] else {
                throw Problem.notFound
            }
            return answer.response(to: request)
        }
    }
}
