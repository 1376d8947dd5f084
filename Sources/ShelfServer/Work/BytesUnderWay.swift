import Synchronization

/// How many bytes of long bodies and answers are in memory. New bodies are let in only as far as there is room.
package final class BytesUnderWay: Sendable {
    private let most: Int
    private let count = Mutex(0)

    package init(atMost most: Int) {
        self.most = most
    }

    /// - Returns: the room for a body, which is given back when nobody holds it any more; `nil` when there isn't
    ///   enough.
    package func room(for bytes: Int) -> Room? {
        let isTaken = count.withLock { count in
            guard count + bytes <= most else { return false }
            count += bytes
            return true
        }
        return isTaken ? Room(self, bytes) : nil
    }

    /// The room of an answer, which is in memory already.
    package func add(_ bytes: Int) -> Room {
        count.withLock { $0 += bytes }
        return Room(self, bytes)
    }

    package final class Room: Sendable {
        private let whole: BytesUnderWay
        private let bytes: Int

        fileprivate init(_ whole: BytesUnderWay, _ bytes: Int) {
            (self.whole, self.bytes) = (whole, bytes)
        }

        deinit { whole.count.withLock { $0 -= bytes } }
    }
}
