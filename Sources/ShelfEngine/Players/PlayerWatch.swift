package import ShelfModel
import Synchronization

/// One device's wish to be woken when something happens to its player.
package final class PlayerWatch: Sendable {
    package enum Wake: Hashable, Sendable {
        /// Something may have happened.
        case news
        /// Nothing has, and the device should hear that the connection is open.
        case quiet
        /// The watch has ended. Nothing comes after it.
        case end
    }

    package let player: Int64
    package let end: Instant
    /// Watches are kept alive lot by lot. This is the number of lots.
    package static let lots = 15
    let lot = Int.random(in: 0..<lots)
    private let onWake: @Sendable (Wake) -> Void
    private let isOver = Mutex(false)

    init(player: Int64, end: Instant, onWake: @escaping @Sendable (Wake) -> Void) {
        (self.player, self.end, self.onWake) = (player, end, onWake)
    }

    func wake(_ wake: Wake) {
        let isHeard = isOver.withLock { isOver in
            defer { isOver = isOver || wake == .end }
            return !isOver
        }
        if isHeard { onWake(wake) }
    }
}
