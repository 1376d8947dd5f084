package import NIOCore

/// The key streams of one event loop. All of it happens on that loop.
package final class LoopStreams {
    private struct Sending {
        let words: ByteBuffer
        let isComment: Bool
        var readers: ArraySlice<any StreamReader>
    }

    private let eventLoop: any EventLoop
    private let open: StreamCount
    private var readers: [String: [ObjectIdentifier: any StreamReader]] = [:]
    private var sendings: [Sending] = []
    private var isClosed = false

    /// So many at a time, and then other requests have their turn.
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

    /// A key to all readers of its store, in an order that changes each time.
    package func send(_ words: ByteBuffer, to store: String) {
        send(words, to: Array((readers[store] ?? [:]).values), isComment: false)
    }

    /// A comment to all readers. It lets every key go before it.
    package func comment(_ words: ByteBuffer) {
        send(words, to: readers.values.flatMap(\.values), isComment: true)
    }

    private func send(_ words: ByteBuffer, to all: [any StreamReader], isComment: Bool) {
        guard !all.isEmpty else { return }
        var lots = SplitMix64(seed: .random(in: .min ... .max))
        let sending = Sending(words: Chunk.of(words), isComment: isComment, readers: all.shuffled(using: &lots)[...])
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
        for reader in turn { reader.send(sending.words) }
        guard !sendings.isEmpty else { return }
        eventLoop.assumeIsolated().execute { [weak self] in self?.goOn() }
    }
}
