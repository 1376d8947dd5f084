import Hummingbird
import ShelfWire

/// What devices ask for: where a channel points, and the files of releases.
struct PackRoutes: RouteSet {
    let answers: PackAnswers

    func add(to router: some RouterMethods<ShelfRequestContext>) {
        router.on(.packChannel) { request, context in
            try answers.document(of: context.parameters.require("pack"), at: context.parameters.require("channel"))
                .response(to: request)
        }
        router.on(.packFile) { request, context in
            try answers.file(context.parameters.require("file"), request)
        }
    }
}
