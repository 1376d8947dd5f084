import ShelfModel
import Synchronization

/// What each admin looked at within the last minute, so that a page that asks again and again fills no log.
final class RecentLooks: Sendable {
    private let seen = Mutex<[Look: Instant]>([:])

    private static let span = TimeSpan.minutes(1)
    /// With this many looks, those are removed that are older than the span.
    private static let most = 10_000

    /// Who asked for what, query included.
    private struct Look: Hashable {
        let by: String
        let target: String

        init(_ use: AdminUse) { (by, target) = (use.by, use.target) }
    }

    /// Remembers a look, unless the same is remembered. What a body asks for is always new, since bodies aren't
    /// compared.
    func isNew(_ use: AdminUse, at now: Instant) -> Bool {
        guard !use.isAskedByBody else { return true }
        return seen.withLock { seen in
            if let before = seen[Look(use)], before <= now, now < before + Self.span { return false }
            if seen.count >= Self.most { seen = seen.filter { now < $0.value + Self.span } }
            if seen.count >= Self.most { seen = [:] }
            seen[Look(use)] = now
            return true
        }
    }

    /// Forgets a look that wasn't recorded.
    func forget(_ use: AdminUse) { seen.withLock { $0[Look(use)] = nil } }
}
