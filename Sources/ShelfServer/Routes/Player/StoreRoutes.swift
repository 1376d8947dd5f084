import Hummingbird
import NIOCore
import ShelfWire

/// What stores there are.
struct StoreRoutes {
    let shelves: Shelves
    /// In the order of the configuration.
    let order: [String]

    func add(to router: some RouterMethods<some RequestContext>) {
        router.get("v1/stores") { request, _ in
            let stores = order.compactMap { shelves[$0]?.description }
            return Reply(
                bytes: try WireJSON.encode(stores), type: "application/json", caching: "public, max-age=60"
            ).response(to: request)
        }
    }
}
