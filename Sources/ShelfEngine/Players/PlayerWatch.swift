package import ShelfModel
import Synchronization

/// One device's wish to be woken when something happens to its player.
package final class PlayerWatch: Sendable {
    package let player: Int64
    package let end: Instant
    /// Those that come while one is being handled count as one. It ends with the watch.
    package let wakes: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation
    private let hasNews = Mutex(false)

    init(player: Int64, end: Instant) {
        (self.player, self.end) = (player, end)
        (wakes, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// - Returns: whether something may have happened since this was asked last. If not, the wake only keeps the
    ///   connection open.
    package func takeNews() -> Bool {
        hasNews.withLock { hasNews in
            defer { hasNews = false }
            return hasNews
        }
    }

    func wake(isQuiet: Bool = false) {
        if !isQuiet { hasNews.withLock { $0 = true } }
        continuation.yield()
    }

    func finish() { continuation.finish() }
}
