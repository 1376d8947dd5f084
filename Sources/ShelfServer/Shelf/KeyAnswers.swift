import NIOCore
import ShelfDatabase
import ShelfEngine
import ShelfModel
import ShelfWire
import Synchronization

/// Released keys: one by one for clients that missed one, and the beginning of a stream.
final class KeyAnswers: Sendable {
    private let shelves: Shelves
    private let keyring: Keyring
    private let notices: NoticeBoard
    private let pauses: Pauses
    private let timeline: Timeline
    private let version: StoresVersion
    /// The text of each store's notices, so that a crowd that connects gets what was written once.
    private let written = Mutex<[String: (notices: [SignedNotice], text: ByteBuffer)]>([:])

    init(engine: Engine, version: StoresVersion) {
        self.version = version
        shelves = engine.shelves
        keyring = engine.keyring
        notices = engine.notices
        pauses = engine.pauses
        timeline = engine.timeline
    }

    /// Returns the answer with a slot's key. The error is the same for a key that isn't due yet and for a slot that
    /// doesn't exist.
    ///
    /// - Parameter earliest: the earliest that the true time can be.
    func key(_ slot: String, chain: String, of store: String, earliest: Instant) throws -> Answer {
        guard let number = Int(slot), String(number) == slot, let id = ChainID(chain), shelves[store] != nil,
            let released = keyring.release(id, slot: number, of: store, earliest: earliest)
        else { throw Problem.notFound }
        return try Self.answer(released)
    }

    static func answer(_ released: ReleasedKey) throws -> Answer {
        Answer(try WireJSON.encode(released), type: "application/json", caching: "public, max-age=3600, immutable")
    }

    /// Returns the first events of a store's key stream: the delay before reconnecting, whether
    /// the store is paused, if it ever was, the notices, the newest public
    /// key of each chain, unless the client already has it, and the version of what the server says of its stores.
    ///
    /// Call it after the stream has been opened, so that no key and no notice is missed in between.
    ///
    /// - Parameter lastEvent: the last event that the client has received (`Last-Event-ID`).
    func firstEvents(of store: String, lastEvent: String?) throws -> ByteBuffer {
        var text = ByteBuffer(string: "retry: \(Int.random(in: Self.retryMs))\n\n")
        guard let published = shelves[store], let sequence = published.windows.first?.sequence else { return text }
        let earliest = timeline.earliest
        if let isPaused = pauses.isPaused(store) {
            text.writeImmutableBuffer(try KeyStreams.text(of: .paused(isPaused)))
        }
        // Before the keys, so that no reader opens a card that was replaced.
        text.writeImmutableBuffer(try self.text(of: notices.notices(of: published, earliest: earliest), in: store))
        for chain in published.chains {
            guard let released = keyring.newest(of: chain.id, earliest: earliest) else { continue }
            let event = KeyEvent(released: released, sequence: sequence)
            if event.id != lastEvent { text.writeImmutableBuffer(try KeyStreams.text(of: event)) }
        }
        text.writeImmutableBuffer(try KeyStreams.text(of: .stores(version: version.current())))
        return text
    }

    private func text(of notices: [SignedNotice], in store: String) throws -> ByteBuffer {
        if notices.isEmpty { return ByteBuffer() }
        if let written = written.withLock({ $0[store] }), written.notices == notices { return written.text }
        let text = try KeyStreams.text(of: notices)
        written.withLock { $0[store] = (notices, text) }
        return text
    }

    /// The delay before reconnecting. It is random, so that clients whose streams broke at the same moment don't all
    /// reconnect at once.
    private static let retryMs = 1000...4000
}
