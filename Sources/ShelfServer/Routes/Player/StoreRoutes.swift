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
            let bytes = try WireJSON.encode(order.compactMap { shelves[$0]?.description })
            // Asked for again each time: with another server's keys, no window of this one opens.
            return Reply(
                bytes: bytes, type: "application/json", caching: "no-cache",
                entityTag: "\"\(WindowFile.digest(of: bytes))\""
            ).response(to: request)
        }
    }
}
