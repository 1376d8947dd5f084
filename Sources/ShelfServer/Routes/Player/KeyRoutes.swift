import HTTPTypes
import Hummingbird
import NIOCore
import ServiceLifecycle
import ShelfModel
import ShelfWire

/// Released keys: as a stream, and one by one for those who missed one.
struct KeyRoutes {
    let shelves: Shelves
    let vault: KeyVault
    let streams: KeyStreams
    let timeline: Timeline

    func add(to router: some RouterMethods<some RequestContext>) {
        router.get("v1/stores/:store/keys") { _, context in
            try stream(of: context.parameters.require("store"))
        }
        router.get("v1/stores/:store/keys/:chain/:slot") { request, context in
            try key(
                context.parameters.require("slot"), chain: context.parameters.require("chain"),
                store: context.parameters.require("store"), request)
        }
    }

    /// The same answer whether the slot's key is not due or there is no such slot.
    private func key(_ slot: String, chain: String, store: String, _ request: Request) throws -> Response {
        guard let number = Int(slot), String(number) == slot, let id = ChainID(chain), shelves[store] != nil,
            let released = vault.release(id, slot: number, of: store, earliest: timeline.earliest)
        else { throw Problem.notFound }
        return Reply(
            bytes: try WireJSON.encode(released), type: "application/json",
            caching: "public, max-age=3600, immutable"
        ).response(to: request)
    }

    private func stream(of store: String) throws -> Response {
        guard shelves[store] != nil else { throw Problem.notFound }
        let body = ResponseBody { writer in
            let events = streams.open(store)
            try await writer.write(try greeting(for: store))
            // A server that is told to stop waits for its answers to end, and this one would not.
            for await event in events.cancelOnGracefulShutdown() { try await writer.write(event) }
            try await writer.finish(nil)
        }
        return Response(
            status: .ok,
            headers: [.contentType: "text/event-stream", .cacheControl: "no-store", .xAccelBuffering: "no"],
            body: body)
    }

    /// The newest public key of each chain, taken after the stream is open so that none falls between the two.
    private func greeting(for store: String) throws -> ByteBuffer {
        var words = ByteBuffer(string: "retry: 2000\n\n")
        guard let published = shelves[store], let sequence = published.windows.first?.sequence else { return words }
        for chain in published.chains {
            guard let released = vault.newest(of: chain.id, earliest: timeline.earliest) else { continue }
            var event = try KeyStreams.words(KeyEvent(released: released, sequence: sequence))
            words.writeBuffer(&event)
        }
        return words
    }
}

extension HTTPField.Name {
    /// Asks nginx to pass each event on at once.
    fileprivate static let xAccelBuffering = HTTPField.Name("X-Accel-Buffering")!
}
