import Hummingbird
import ShelfEngine
import ShelfWire

/// Issued windows: the newest, and those before by number.
struct WindowRoutes: RouteSet {
    let windows: WindowAnswers
    let timeline: Timeline

    func add(to router: some RouterMethods<ShelfRequestContext>) {
        router.on(.window) { request, context in
            try windows.newest(of: context.parameters.require("store"), earliest: timeline.earliest)
                .response(to: request)
        }
        router.on(.numberedWindow) { request, context in
            try await windows.numbered(
                context.parameters.require("sequence"), of: context.parameters.require("store")
            ).response(to: request)
        }
    }
}
