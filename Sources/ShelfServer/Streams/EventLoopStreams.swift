package import NIOCore
import ShelfModel

/// The key streams of one event loop. All of it happens on that loop.
package final class EventLoopStreams {
    private struct Sending {
        let chunk: ByteBuffer
        let isComment: Bool
        var readers: ArraySlice<any StreamReader>
    }

    private let eventLoop: any EventLoop
    private let open: StreamCount
    private var readers: [String: [ObjectIdentifier: any StreamReader]] = [:]
    private var sendings: [Sending] = []
    private var isClosed = false

    /// How many readers are served in one turn before other requests get theirs.
    private static let turn = 128

    package init(_ eventLoop: any EventLoop, open: StreamCount) {
        self.eventLoop = eventLoop
        self.open = open
    }

    package func add(_ reader: any StreamReader, to store: String) {
        guard !isClosed else { return reader.endStream() }
        readers[store, default: [:]][ObjectIdentifier(reader)] = reader
        open.add(1)
    }

    package func remove(_ reader: any StreamReader, from store: String) {
        guard readers[store]?.removeValue(forKey: ObjectIdentifier(reader)) != nil else { return }
        if readers[store]?.isEmpty == true { readers[store] = nil }
        open.add(-1)
    }

    /// Sends a key to all readers of its store, in a different random order each time.
    package func send(_ text: ByteBuffer, to store: String) {
        send(text, to: Array((readers[store] ?? [:]).values), isComment: false)
    }

    /// Sends a comment to all readers, after any pending key.
    package func comment(_ text: ByteBuffer) {
        send(text, to: readers.values.flatMap(\.values), isComment: true)
    }

    /// Sends an announcement to all readers of a store, or of all stores, after any pending key.
    package func announce(_ text: ByteBuffer, to store: String?) {
        guard let store else { return comment(text) }
        send(text, to: Array((readers[store] ?? [:]).values), isComment: true)
    }

    private func send(_ text: ByteBuffer, to all: [any StreamReader], isComment: Bool) {
        guard !all.isEmpty else { return }
        var lots = SplitMix64(seed: UInt64.random(in: .min ... .max))
        let sending = Sending(chunk: Chunk.of(text), isComment: isComment, readers: all.shuffled(using: &lots)[...])
        let place = isComment ? sendings.endIndex : sendings.firstIndex(where: \.isComment) ?? sendings.endIndex
        sendings.insert(sending, at: place)
        if sendings.count == 1 { goOn() }
    }

    /// Ends every stream.
    package func end() {
        sendings = []
        isClosed = true
        for reader in readers.values.flatMap(\.values) { reader.endStream() }
    }

    private func goOn() {
        guard var sending = sendings.first else { return }
        let turn = sending.readers.prefix(Self.turn)
        sending.readers = sending.readers.dropFirst(Self.turn)
        if sending.readers.isEmpty { sendings.removeFirst() } else { sendings[0] = sending }
        for reader in turn { reader.send(sending.chunk) }
        guard !sendings.isEmpty else { return }
        eventLoop.assumeIsolated().execute { [weak self] in self?.goOn() }
    }
}
