import NIOCore
import ShelfModel

/// What is ready before it is asked for, so that each answer costs what a static file does.
///
/// Whatever it doesn't know, the router answers; and what it knows, the router
/// answers in the same words. So it can be left out, and the server is only slower.
final class Lane: Sendable {
    let timeline: Timeline
    private let shelves: Shelves
    private let stores: StoreRoutes
    private let windows: WindowRoutes
    private let keys: KeyRoutes

    init(stores: StoreRoutes, windows: WindowRoutes, keys: KeyRoutes, shelves: Shelves, timeline: Timeline) {
        self.shelves = shelves
        self.stores = stores
        self.windows = windows
        self.keys = keys
        self.timeline = timeline
    }

    /// Another after anything has been published.
    var version: Int { shelves.version }

    /// - Returns: `nil` when the answer isn't ready.
    func reply(to path: LanePath, earliest: Instant) -> ReadyReply? {
        switch path {
        case .time, .keys: nil
        case .stores: try? stores.reply()
        case .newest(let store): try? windows.newest(of: store, earliest: earliest)
        case .numbered(let store, let number): try? windows.ready(number, of: store)
        case .key(let store, let chain, let slot):
            try? keys.reply(slot, chain: chain, store: store, earliest: earliest)
        }
    }

    func has(_ store: String) -> Bool { shelves[store] != nil }

    /// The first words on a store's key stream.
    func greeting(_ store: String, lastEvent: String?) -> ByteBuffer? {
        try? keys.greeting(for: store, lastEvent: lastEvent)
    }
}
