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
        router.get("v1/stores/:store/keys") { request, context in
            try stream(of: context.parameters.require("store"), lastEvent: request.headers[.lastEventID])
        }
        router.get("v1/stores/:store/keys/:chain/:slot") { request, context in
            try reply(
                context.parameters.require("slot"), chain: context.parameters.require("chain"),
                store: context.parameters.require("store"), earliest: timeline.earliest
            ).reply.response(to: request)
        }
    }

    /// The same answer whether the slot's key is not due or there is no such slot.
    func reply(_ slot: String, chain: String, store: String, earliest: Instant) throws -> ReadyReply {
        guard let number = Int(slot), String(number) == slot, let id = ChainID(chain), shelves[store] != nil,
            let released = vault.release(id, slot: number, of: store, earliest: earliest)
        else { throw Problem.notFound }
        return ReadyReply(
            Reply(
                bytes: try WireJSON.encode(released), type: "application/json",
                caching: "public, max-age=3600, immutable"))
    }

    private func stream(of store: String, lastEvent: String?) throws -> Response {
        guard shelves[store] != nil else { throw Problem.notFound }
        let body = ResponseBody { writer in
            let events = streams.open(store)
            try await writer.write(try greeting(for: store, lastEvent: lastEvent))
            // A server that is told to stop waits for its answers to end, and this one would not.
            for await event in events.cancelOnGracefulShutdown() { try await writer.write(event) }
            try await writer.finish(nil)
        }
        return Response(status: .ok, headers: Self.streamFields, body: body)
    }

    static let streamFields: HTTPFields = [
        .contentType: "text/event-stream", .cacheControl: "no-store", .xAccelBuffering: "no",
    ]

    /// The newest public key of each chain, but for the one that was the last to arrive.
    ///
    /// It is taken after the stream is open, so that none falls between the two.
    /// - Parameter lastEvent: what the asker says was the last (`Last-Event-ID`).
    func greeting(for store: String, lastEvent: String?) throws -> ByteBuffer {
        var words = ByteBuffer(string: "retry: \(Int.random(in: Self.retryMs))\n\n")
        guard let published = shelves[store], let sequence = published.windows.first?.sequence else { return words }
        for chain in published.chains {
            guard let released = vault.newest(of: chain.id, earliest: timeline.earliest) else { continue }
            let event = KeyEvent(released: released, sequence: sequence)
            if event.id != lastEvent { words.writeImmutableBuffer(try KeyStreams.words(event)) }
        }
        return words
    }

    /// After how long to come back when the stream breaks; not all of a crowd at once.
    private static let retryMs = 1000...4000
}

extension HTTPField.Name {
    /// Asks nginx to pass each event on at once.
    fileprivate static let xAccelBuffering = HTTPField.Name("X-Accel-Buffering")!
    /// HTML standard, section 9.2.4.
    fileprivate static let lastEventID = HTTPField.Name("Last-Event-ID")!
}
