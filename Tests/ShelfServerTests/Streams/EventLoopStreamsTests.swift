import NIOCore
import NIOEmbedded
import ShelfServer
import Testing

@Suite struct `The key streams of an event loop` {
    /// Who was sent what, in the order in which it was sent.
    private final class Log {
        var sent: [(reader: Int, text: String)] = []
        var ended: [Int] = []

        func readers(of text: String) -> [Int] {
            sent.filter { $0.text == String(buffer: Chunk.of(ByteBuffer(string: text))) }.map(\.reader)
        }
    }

    private final class Reader: StreamReader {
        let number: Int
        let log: Log

        init(_ number: Int, _ log: Log) {
            self.number = number
            self.log = log
        }

        func send(_ text: ByteBuffer) { log.sent.append((number, String(buffer: text))) }
        func endStream() { log.ended.append(number) }
    }

    private let loop = EmbeddedEventLoop()
    private let log = Log()
    private let count = StreamCount()

    /// - Returns: the streams, and their readers by number.
    private func streams(_ readers: Int) -> (EventLoopStreams, [Reader]) {
        let streams = EventLoopStreams(loop, open: count)
        let all = (0..<readers).map { Reader($0, log) }
        for reader in all { streams.add(reader, to: "main") }
        return (streams, all)
    }

    @Test func `send each key to every reader of the store, once`() {
        let (streams, _) = streams(1000)
        let other = Reader(-1, log)
        streams.add(other, to: "bazaar")
        streams.send(ByteBuffer(string: "a"), to: "main")
        loop.run()
        #expect(log.readers(of: "a").sorted() == Array(0..<1000))
        streams.comment(ByteBuffer(string: ":"))
        loop.run()
        #expect(log.readers(of: ":").sorted() == Array(-1..<1000))
        #expect(count.value == 1001)
    }

    @Test func `begin with another reader each time`() {
        let (streams, _) = streams(100)
        for key in ["a", "b"] {
            streams.send(ByteBuffer(string: key), to: "main")
            loop.run()
        }
        #expect(log.readers(of: "a") != Array(0..<100))
        #expect(log.readers(of: "a") != log.readers(of: "b"))
    }

    @Test func `let others have their turn, and keep the order of the keys`() {
        let (streams, _) = streams(1000)
        var seen = 0
        streams.send(ByteBuffer(string: "a"), to: "main")
        loop.execute { seen = log.sent.count }
        streams.send(ByteBuffer(string: "b"), to: "main")
        loop.run()
        #expect((1...500).contains(seen), "a crowd must not hold up who asks for a window meanwhile")
        #expect(log.sent.count == 2000)
        #expect(log.sent.prefix(1000).allSatisfy { $0.text == log.sent[0].text })
    }

    @Test func `let a key go before a comment that is on its way`() {
        let (streams, _) = streams(1000)
        streams.comment(ByteBuffer(string: ":"))
        streams.send(ByteBuffer(string: "a"), to: "main")
        streams.send(ByteBuffer(string: "b"), to: "main")
        loop.run()
        #expect(log.sent.count == 3000)
        let order = log.sent.dropFirst(200).prefix(1900).map(\.text)
        #expect(order.allSatisfy { $0 != log.sent[0].text })
        #expect(log.readers(of: "b").count == 1000)
        #expect(log.sent.firstIndex { $0.text == order[1500] }! > log.sent.firstIndex { $0.text == order[0] }!)
    }

    @Test func `open no more after their end`() {
        let (streams, _) = streams(1)
        streams.end()
        streams.add(Reader(7, log), to: "main")
        #expect(log.ended == [0, 7])
        #expect(count.value == 1)
    }

    @Test func `forget who has gone`() {
        let (streams, readers) = streams(3)
        streams.remove(readers[1], from: "main")
        streams.remove(readers[1], from: "main")
        streams.send(ByteBuffer(string: "a"), to: "main")
        loop.run()
        #expect(log.readers(of: "a").sorted() == [0, 2])
        #expect(count.value == 2)
    }

    @Test func `end all together`() {
        let (streams, _) = streams(3)
        streams.end()
        #expect(log.ended.sorted() == [0, 1, 2])
    }
}
