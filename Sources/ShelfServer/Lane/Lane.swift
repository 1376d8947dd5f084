import NIOCore
import ShelfEngine
import ShelfModel
import ShelfWire

/// The fast lane: answers from prepared bytes, so that each request costs about as much as serving a static file.
///
/// It also takes orders to buy, which wait for the till, and opens player's streams.
///
/// The router answers every request that the lane doesn't handle, and would give the same answers to those that it
/// does. So the lane can be left out, and the server only gets slower.
final class Lane: Sendable {
    let timeline: Timeline
    let purchases: LanePurchases
    /// `nil` where there are no player's streams.
    let playerStreams: PlayerStreams?
    private let shelves: Shelves
    private let stores: StoreAnswers
    private let pauses: Pauses
    private let windows: WindowAnswers
    private let legacy: LegacyAnswers
    private let keys: KeyAnswers
    private let pictures: PictureAnswers

    init(
        engine: Engine, stores: StoreAnswers, windows: WindowAnswers, legacy: LegacyAnswers, keys: KeyAnswers,
        pictures: PictureAnswers, purchases: LanePurchases, playerStreams: PlayerStreams?
    ) {
        shelves = engine.shelves
        timeline = engine.timeline
        self.stores = stores
        pauses = engine.pauses
        self.windows = windows
        self.legacy = legacy
        self.keys = keys
        self.pictures = pictures
        self.purchases = purchases
        self.playerStreams = playerStreams
    }

    /// Increases with every publication, every removed picture and every pause. An answer that was made for an older
    /// version may be out of date.
    var version: Int { shelves.version + pictures.version + pauses.version }

    /// - Returns: `nil` when the answer isn't ready.
    func answer(to target: RequestTarget, earliest: Instant) -> Answer? {
        let values = target.values
        return switch target.route {
        case .stores: try? stores.all()
        case .window: try? windows.newest(of: values[0], earliest: earliest)
        case .numberedWindow: try? windows.ready(values[1], of: values[0])
        case .legacy: try? legacy.newest(of: values[0], earliest: earliest)
        case .key: try? keys.key(values[2], chain: values[1], of: values[0], earliest: earliest)
        case .picture: pictures.ready(values[0], values[1], earliest: earliest)
        default: nil
        }
    }

    /// Returns the store whose key stream the target requests, if the store exists.
    func streamedStore(_ target: RequestTarget) -> String? {
        guard target.route == .keys, let store = target.values.first, shelves[store] != nil else { return nil }
        return store
    }

    /// The beginning of a store's key stream.
    func firstEvents(_ store: String, lastEvent: String?) -> ByteBuffer? {
        try? keys.firstEvents(of: store, lastEvent: lastEvent)
    }
}
