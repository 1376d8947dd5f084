import Hummingbird
import ShelfWire

/// The route for the list of stores.
struct StoreRoutes: RouteSet {
    let stores: StoreAnswers

    func add(to router: some RouterMethods<ShelfRequestContext>) {
        router.on(.stores) { request, _ in try stores.all().response(to: request) }
    }
}
