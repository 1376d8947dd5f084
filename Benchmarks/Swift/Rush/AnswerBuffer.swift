import NIOCore

/// What has come of the answers on one connection, each of which says its length: no more HTTP than that takes.
struct AnswerBuffer {
    private var received = ByteBuffer()

    mutating func add(_ bytes: ByteBuffer) {
        guard received.readableBytes > 0 else { return received = bytes }
        received.writeImmutableBuffer(bytes)
    }

    /// A whole answer, which is then taken away.
    mutating func next() -> (status: Int, body: ByteBuffer)? {
        let found = received.withUnsafeReadableBytes { bytes -> (status: Int, head: Int, body: Int)? in
            guard let end = Self.end(of: bytes), let start = Self.contentLength(in: bytes[..<end]) else { return nil }
            let body = bytes[start..<end].prefix { $0 != UInt8(ascii: "\r") }.reduce(0) { $0 * 10 + Int($1 & 15) }
            return (bytes[9..<12].reduce(0) { $0 * 10 + Int($1 & 15) }, end + 4, body)
        }
        guard let (status, head, length) = found, received.readableBytes >= head + length else { return nil }
        received.moveReaderIndex(forwardBy: head)
        return received.readSlice(length: length).map { (status, $0) }
    }

    /// Where the head ends.
    private static func end(of bytes: UnsafeRawBufferPointer) -> Int? {
        var index = 3
        while index < bytes.count {
            if bytes[index] == 10, bytes[index - 2] == 10 { return index - 3 }
            index += 1
        }
        return nil
    }

    private static let field = Array("\ncontent-length: ".utf8)

    /// Where the number begins.
    private static func contentLength(in head: Slice<UnsafeRawBufferPointer>) -> Int? {
        guard head.count > field.count else { return nil }
        for start in head.startIndex..<(head.endIndex - field.count) where head[start] == 10 {
            let isField = field.indices.dropFirst().allSatisfy { head[start + $0] | 32 == field[$0] | 32 }
            if isField { return start + field.count }
        }
        return nil
    }
}
