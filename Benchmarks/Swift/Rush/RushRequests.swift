import Foundation
import NIOCore

/// Purchases as bytes on the wire, a new one each time.
struct RushRequests {
    private let heads: [[UInt8]]
    private let tails: [[UInt8]]
    private let isRandom: Bool
    private var count = 0

    init(tokens: [String], bodies: [[UInt8]], isRandom: Bool) {
        heads = tokens.map {
            Array(
                """
                POST /v1/stores/rush/purchases HTTP/1.1\r
                Host: 127.0.0.1\r
                Content-Type: application/json\r
                Authorization: Bearer \($0)\r
                Idempotency-Key: 
                """.utf8)
        }
        tails = bodies.map { Array("\r\nContent-Length: \($0.count)\r\n\r\n".utf8) + $0 }
        self.isRandom = isRandom
    }

    mutating func next() -> ByteBuffer {
        count += 1
        let player = isRandom ? Int.random(in: heads.indices) : count % heads.count
        let head = heads[player]
        let tail = tails[count % tails.count]
        var request = ByteBuffer()
        request.reserveCapacity(head.count + tail.count + 36)
        request.writeBytes(head)
        request.writeString(UUID().uuidString)
        request.writeBytes(tail)
        return request
    }
}
