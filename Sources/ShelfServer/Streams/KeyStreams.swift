package import NIOCore
package import ShelfWire
import Synchronization

/// The open key streams, and what is written to them (Server-Sent Events).
///
/// The event loops write to streams that the lane opened. Each stream that the router answers has its own queue.
package final class KeyStreams: Sendable {
    package typealias Stream = AsyncStream<ByteBuffer>

    private struct Loop {
        let streams: NIOLoopBound<EventLoopStreams>
        let eventLoop: any EventLoop
        let open: StreamCount
    }

    private struct State {
        var loops: [Loop] = []
        var routed: [String: [Int: Stream.Continuation]] = [:]
        var next = 0
        var closed = false
    }

    private let state = Mutex(State())

    /// How many events a queue holds. A slower reader gets only the newest ones, from which all earlier keys follow.
    private static let behindAtMost = 16

    package init() {}

    package var count: Int {
        state.withLock { state in
            state.routed.values.reduce(0) { $0 + $1.count } + state.loops.reduce(0) { $0 + $1.open.value }
        }
    }

    /// The streams of an event loop, for that loop.
    func on(_ eventLoop: any EventLoop) -> EventLoopStreams {
        let open = StreamCount()
        let streams = EventLoopStreams(eventLoop, open: open)
        let loop = Loop(streams: NIOLoopBound(streams, eventLoop: eventLoop), eventLoop: eventLoop, open: open)
        state.withLock { $0.loops.append(loop) }
        return streams
    }

    /// Opens a stream of a store's events; it ends when the server stops.
    package func open(_ store: String) -> Stream {
        let (stream, continuation) = Stream.makeStream(bufferingPolicy: .bufferingNewest(Self.behindAtMost))
        let number: Int? = state.withLock { state in
            guard !state.closed else { return nil }
            state.next += 1
            state.routed[store, default: [:]][state.next] = continuation
            return state.next
        }
        guard let number else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { [weak self] _ in self?.close(store, number) }
        return stream
    }

    package func send(_ event: KeyEvent, to store: String) {
        if let text = try? Self.text(of: event) { send(text, to: store) }
    }

    /// Sends an event that is less urgent than a key to all readers of a store, or of all stores.
    package func announce(_ event: StreamEvent, to store: String? = nil) {
        guard let text = try? Self.text(of: event) else { return }
        let (loops, routed) = state.withLock { state in
            (state.loops, store.map { [state.routed[$0] ?? [:]] } ?? Array(state.routed.values))
        }
        for loop in loops { loop.eventLoop.execute { loop.streams.value.announce(text, to: store) } }
        for continuation in routed.flatMap(\.values) { continuation.yield(text) }
    }

    package func send(_ notices: [SignedNotice], to store: String) {
        if let text = try? Self.text(of: notices) { send(text, to: store) }
    }

    /// Sends a comment on every stream, so that no proxy in between closes a quiet one.
    package func keepAlive() {
        let comment = ByteBuffer(string: ":\n\n")
        let (loops, routed) = state.withLock { ($0.loops, $0.routed.values.flatMap(\.values)) }
        for loop in loops { loop.eventLoop.execute { loop.streams.value.comment(comment) } }
        for continuation in routed { continuation.yield(comment) }
    }

    /// Ends all streams and opens no more.
    package func finish() {
        let (loops, routed) = state.withLock { state in
            state.closed = true
            defer { state.routed = [:] }
            return (state.loops, state.routed.values.flatMap(\.values))
        }
        for continuation in routed { continuation.finish() }
        for loop in loops { loop.eventLoop.execute { loop.streams.value.end() } }
    }

    package static func text(of event: KeyEvent) throws -> ByteBuffer {
        try text(of: .key(event), id: event.id)
    }

    package static func text(of event: StreamEvent, id: String? = nil) throws -> ByteBuffer {
        let data = String(decoding: try event.data(), as: UTF8.self)
        let idLine = id.map { "id: \($0)\n" } ?? ""
        return ByteBuffer(string: "event: \(event.name)\n\(idLine)data: \(data)\n\n")
    }

    /// All of the notices as one piece, so that a slow reader's queue counts them as one.
    package static func text(of notices: [SignedNotice]) throws -> ByteBuffer {
        var piece = ByteBuffer()
        for notice in notices { piece.writeImmutableBuffer(try text(of: .notice(notice))) }
        return piece
    }

    private func send(_ text: ByteBuffer, to store: String) {
        let (loops, routed) = state.withLock { ($0.loops, Array(($0.routed[store] ?? [:]).values)) }
        for loop in loops { loop.eventLoop.execute { loop.streams.value.send(text, to: store) } }
        for continuation in routed { continuation.yield(text) }
    }

    private func close(_ store: String, _ number: Int) {
        state.withLock { state in
            state.routed[store]?[number] = nil
            if state.routed[store]?.isEmpty == true { state.routed[store] = nil }
        }
    }
}
