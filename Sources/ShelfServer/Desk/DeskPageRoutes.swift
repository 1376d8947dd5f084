import HTTPTypes
import Hummingbird
import ShelfSite
import ShelfWire

/// The desk's page and its files: the bundle where there is one, and the modules. They hold nothing of the server's, so
/// anybody who asks gets them.
struct DeskPageRoutes {
    let site: Site

    func add(to router: some RouterMethods<some RequestContext>) {
        let page = site.deskPage
        let kept = Self.answer(page)
        router.on(.desk) { request, _ in
            (page.isReadAgain ? Self.answer(page.current()) : kept).response(to: request)
        }
        // Who types the host alone wants the desk.
        router.get("/") { _, _ in
            Response(status: .found, headers: [.location: "/desk", .cacheControl: "no-store"])
        }
        for file in site.deskFiles {
            let answer = FileAnswer(file, for: .desk)
            router.get(RouterPath(file.path)) { request, _ in answer.response(to: request) }
        }
    }

    private static func answer(_ page: SiteFile) -> Answer {
        Answer(page.bytes, type: page.type, caching: "no-store")
    }
}
