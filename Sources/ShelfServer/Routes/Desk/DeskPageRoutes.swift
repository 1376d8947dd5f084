import HTTPTypes
import Hummingbird
import ShelfSite
import ShelfWire

/// The desk's page and its modules, from memory. They hold nothing of the server's, so anybody who asks gets them.
struct DeskPageRoutes {
    let site: Site

    func add(to router: some RouterMethods<some RequestContext>) {
        let page = Answer(site.deskPage, type: "text/html; charset=utf-8", caching: "no-store")
        router.on(.desk) { request, _ in page.response(to: request) }
        for file in site.deskFiles {
            let answer = SiteAnswer(file)
            router.get(RouterPath(file.path)) { request, _ in answer.response(to: request) }
        }
    }
}
