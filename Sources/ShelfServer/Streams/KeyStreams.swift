package import NIOCore
package import ShelfWire
import Synchronization

/// The open key streams, and the words that go over them (Server-Sent Events).
///
/// Those that the lane opened are written to by their event loops; one that the
/// router answers has a queue of its own.
package final class KeyStreams: Sendable {
    package typealias Stream = AsyncStream<ByteBuffer>

    private struct Loop {
        let streams: NIOLoopBound<LoopStreams>
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

    /// A reader that is so many events behind needs only the newest: each key gives the ones before.
    private static let behindAtMost = 16

    package init() {}

    package var count: Int {
        state.withLock { state in
            state.routed.values.reduce(0) { $0 + $1.count } + state.loops.reduce(0) { $0 + $1.open.value }
        }
    }

    /// The streams of an event loop, for that loop.
    func on(_ eventLoop: any EventLoop) -> LoopStreams {
        let open = StreamCount()
        let streams = LoopStreams(eventLoop, open: open)
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
        if let words = try? Self.words(event) { send(words, to: store) }
    }

    /// A comment, so that nobody in between takes a quiet stream for a dead one.
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

    package static func words(_ event: KeyEvent) throws -> ByteBuffer {
        let data = String(decoding: try WireJSON.encode(event), as: UTF8.self)
        return ByteBuffer(string: "event: key\nid: \(event.id)\ndata: \(data)\n\n")
    }

    private func send(_ words: ByteBuffer, to store: String) {
        let (loops, routed) = state.withLock { ($0.loops, Array(($0.routed[store] ?? [:]).values)) }
        for loop in loops { loop.eventLoop.execute { loop.streams.value.send(words, to: store) } }
        for continuation in routed { continuation.yield(words) }
    }

    private func close(_ store: String, _ number: Int) {
        state.withLock { state in
            state.routed[store]?[number] = nil
            if state.routed[store]?.isEmpty == true { state.routed[store] = nil }
        }
    }
}
