import Hummingbird
import ShelfWire

/// The pictures of items, for everybody who has seen a card that names one.
struct PictureRoutes: RouteSet {
    let answers: PictureAnswers

    func add(to router: some RouterMethods<ShelfRequestContext>) {
        router.on(.picture) { request, context in
            try await answers.answer(context.parameters.require("name"), context.parameters.require("file"))
                .responseInParts(to: request)
        }
    }
}
