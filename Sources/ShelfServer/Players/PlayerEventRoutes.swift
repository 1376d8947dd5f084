import HTTPTypes
import Hummingbird
import NIOCore
import ServiceLifecycle
import ShelfEngine
import ShelfModel
import ShelfWire

/// The stream that tells a player's devices what has happened to the player.
struct PlayerEventRoutes: RouteSet {
    let news: PlayerNews
    let authentication: PlayerAuthentication

    func add(to router: some RouterMethods<ShelfRequestContext>) {
        router.on(.playerEvents) { request, context in
            let session = try await authentication.session(of: request, context)
            let last = request.headers[.lastEventID].flatMap(news.number)
            return stream(PlayerTold(player: session.player, number: last), until: session.end)
        }
    }

    private func stream(_ told: PlayerTold, until end: Instant) -> Response {
        var headers = AnswerFields.stream
        headers[.cacheControl] = "no-store"
        let body = ResponseBody { writer in
            var told = told
            // Before the first reading, so that nothing happens unseen in between.
            let watch = news.watch(told.player, until: end)
            defer { news.end(watch) }
            var text = "retry: \(Int.random(in: Self.retryMs))\n\n"
            for notice in try await news.read(&told) { text += try notice.text() }
            try await writer.write(ByteBuffer(string: text))
            // A stopping server waits for all running answers, and this stream would never end by itself.
            for await _ in watch.wakes.cancelOnGracefulShutdown() {
                text = ""
                if watch.takeNews() {
                    for notice in try await news.read(&told) { text += try notice.text() }
                } else {
                    text = ":\n\n"
                }
                if !text.isEmpty { try await writer.write(ByteBuffer(string: text)) }
            }
            try await writer.finish(nil)
        }
        return Response(status: .ok, headers: headers, body: body)
    }

    /// The delay before reconnecting. It is random, so that devices whose streams broke at the same moment don't all
    /// reconnect at once.
    private static let retryMs = 1000...4000
}

extension PlayerNotice {
    /// As server-sent events are written (HTML standard, section 9.2).
    fileprivate func text() throws -> String {
        switch self {
        case .event(let event, let id):
            switch event.kind {
            case .invitations: "event: invitations\nid: \(id)\ndata: {}\n\n"
            case .match(let match): "event: match\nid: \(id)\ndata: {\"match\":\"\(Base64URL.encode(match))\"}\n\n"
            }
        case .anew(let id): "event: anew\nid: \(id)\ndata: {}\n\n"
        case .wallet(let currency, let balance):
            try "event: wallet\ndata: \(Self.json(WalletEvent(currency: currency, balance: balance)))\n\n"
        }
    }

    private static func json(_ event: WalletEvent) throws -> String {
        String(decoding: try WireJSON.encode(event), as: UTF8.self)
    }
}
