import HTTPTypes
import Hummingbird
import ShelfEngine
import ShelfSite
import ShelfWire

/// The storefront page, the browser SDK and the routes' description, from memory.
struct SiteRoutes: RouteSet {
    private let page: StorefrontPage
    private let files: [SiteFile]
    private let assets: AssetAnswers
    /// Routes that are described and whose files only a bundle has. Where they are missing they answer 404, so that the
    /// routes are the same on each server.
    private let absent: [String]

    init(site: Site, engine: Engine, version: String, storesVersion: StoresVersion) throws {
        page = StorefrontPage(site: site, engine: engine, version: version, storesVersion: storesVersion)
        _ = try page.answer()
        files = site.files
        assets = AssetAnswers(site.assets)
        let present = Set(site.files.map(\.path))
        absent = [
            "/shelflife.js.map", "/shelf-store.js.map", "/shelf-levels.js.map", "/shelf-invitations.js.map",
            "/shelflife-\(version).tgz",
        ].filter {
            !present.contains($0)
        }
    }

    func add(to router: some RouterMethods<ShelfRequestContext>) {
        router.on(.page) { [page] request, _ in try page.answer().response(to: request) }
        for file in files {
            let answer = FileAnswer(file, for: .everyone)
            router.get(RouterPath(file.path)) { request, _ in answer.response(to: request) }
        }
        for path in absent {
            router.get(RouterPath(path)) { _, _ -> Response in throw Problem.notFound }
        }
        router.get("/assets/{file}") { [assets] request, context in
            guard let answer = assets["/assets/\(try context.parameters.require("file"))"] else {
                throw Problem.notFound
            }
            return answer.response(to: request)
        }
    }
}
