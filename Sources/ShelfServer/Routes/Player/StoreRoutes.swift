import Hummingbird
import NIOCore
import ShelfWire
import Synchronization

/// What stores there are.
final class StoreRoutes: Sendable {
    private let shelves: Shelves
    /// In the order of the configuration.
    private let order: [String]
    private let ready = Mutex<(version: Int, reply: ReadyReply)?>(nil)

    init(shelves: Shelves, order: [String]) {
        self.shelves = shelves
        self.order = order
    }

    func add(to router: some RouterMethods<some RequestContext>) {
        router.get("v1/stores") { [self] request, _ in try reply().reply.response(to: request) }
    }

    /// Made anew when a store has changed.
    func reply() throws -> ReadyReply {
        let version = shelves.descriptionsVersion
        return try ready.withLock { ready in
            if let ready, ready.version == version { return ready.reply }
            let reply = ReadyReply(try made())
            ready = (version, reply)
            return reply
        }
    }

    private func made() throws -> Reply {
        let bytes = try WireJSON.encode(order.compactMap { shelves[$0]?.description })
        // Asked for again each time: with another server's keys, no window of this one opens.
        return Reply(
            bytes: bytes, type: "application/json", caching: "no-cache",
            entityTag: "\"\(WindowFile.digest(of: bytes))\"")
    }
}
