import HTTPTypes
import Hummingbird
import ServiceLifecycle
import ShelfEngine
import ShelfWire

/// Released keys: as a stream, and one by one for clients that missed one.
struct KeyRoutes: RouteSet {
    let keys: KeyAnswers
    let shelves: Shelves
    let streams: KeyStreams
    let timeline: Timeline

    func add(to router: some RouterMethods<ShelfRequestContext>) {
        router.on(.keys) { request, context in
            try stream(of: context.parameters.require("store"), lastEvent: request.headers[.lastEventID])
        }
        router.on(.key) { request, context in
            try keys.key(
                context.parameters.require("slot"), chain: context.parameters.require("chain"),
                of: context.parameters.require("store"), earliest: timeline.earliest
            ).response(to: request)
        }
    }

    private func stream(of store: String, lastEvent: String?) throws -> Response {
        guard shelves[store] != nil else { throw Problem.notFound }
        let body = ResponseBody { writer in
            let events = streams.open(store)
            try await writer.write(try keys.firstEvents(of: store, lastEvent: lastEvent))
            // A stopping server waits for all running answers, and this stream would never end by itself.
            for await event in events.cancelOnGracefulShutdown() { try await writer.write(event) }
            try await writer.finish(nil)
        }
        return Response(status: .ok, headers: AnswerFields.stream, body: body)
    }
}

extension HTTPField.Name {
    /// HTML standard, section 9.2.4.
    static let lastEventID = HTTPField.Name("Last-Event-ID")!
}
