import Hummingbird
import ShelfWire

/// The route for the list of stores.
struct StoreRoutes {
    let stores: StoreAnswers

    func add(to router: some RouterMethods<some RequestContext>) {
        router.on(.stores) { request, _ in try stores.all().response(to: request) }
    }
}
