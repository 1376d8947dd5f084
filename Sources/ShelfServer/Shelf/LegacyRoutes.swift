import Hummingbird
import ShelfEngine
import ShelfWire

/// The files for old clients.
struct LegacyRoutes: RouteSet {
    let files: LegacyAnswers
    let timeline: Timeline

    func add(to router: some RouterMethods<ShelfRequestContext>) {
        router.on(.legacy) { request, context in
            try files.newest(of: context.parameters.require("store"), earliest: timeline.earliest)
                .response(to: request)
        }
    }
}
