package import NIOCore
package import ShelfWire
import Synchronization

/// The open key streams, and the words that go over them (Server-Sent Events).
package final class KeyStreams: Sendable {
    package typealias Stream = AsyncStream<ByteBuffer>

    private struct State {
        var open: [String: [Int: Stream.Continuation]] = [:]
        var next = 0
        var closed = false
    }

    private let state = Mutex(State())

    /// A reader that is so many events behind needs only the newest: each key gives the ones before.
    private static let behindAtMost = 16

    package init() {}

    package var count: Int {
        state.withLock { $0.open.values.reduce(0) { $0 + $1.count } }
    }

    /// Opens a stream of a store's events; it ends when the server stops.
    package func open(_ store: String) -> Stream {
        let (stream, continuation) = Stream.makeStream(bufferingPolicy: .bufferingNewest(Self.behindAtMost))
        let number: Int? = state.withLock { state in
            guard !state.closed else { return nil }
            state.next += 1
            state.open[store, default: [:]][state.next] = continuation
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
        guard let buffer = try? Self.words(event) else { return }
        for continuation in continuations(of: store) { continuation.yield(buffer) }
    }

    /// A comment, so that nobody in between takes a quiet stream for a dead one.
    package func keepAlive() {
        let stores = state.withLock { Array($0.open.keys) }
        for store in stores {
            for continuation in continuations(of: store) { continuation.yield(ByteBuffer(string: ":\n\n")) }
        }
    }

    /// Ends all streams and opens no more.
    package func finish() {
        let all = state.withLock { state in
            state.closed = true
            defer { state.open = [:] }
            return state.open.values.flatMap(\.values)
        }
        for continuation in all { continuation.finish() }
    }

    package static func words(_ event: KeyEvent) throws -> ByteBuffer {
        let data = String(decoding: try WireJSON.encode(event), as: UTF8.self)
        return ByteBuffer(string: "event: key\nid: \(event.id)\ndata: \(data)\n\n")
    }

    private func continuations(of store: String) -> [Stream.Continuation] {
        state.withLock { $0.open[store].map { Array($0.values) } ?? [] }
    }

    private func close(_ store: String, _ number: Int) {
        state.withLock { state in
            state.open[store]?[number] = nil
            if state.open[store]?.isEmpty == true { state.open[store] = nil }
        }
    }
}
