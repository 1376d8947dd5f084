import Dispatch
import ShelfDatabase
import Synchronization

/// Puts commits on the disk: one sync of the write-ahead log for all that were made before it.
///
/// SQLite itself doesn't wait for the disk when it commits (`synchronous=NORMAL`). On a fast disk the log is synced right
/// after the commit. On a slow one that is done by a thread of its own, and the next transactions run meanwhile. Nobody
/// is told of a commit before it is on the disk: a call that has written waits for that, and one that has read, too.
package final class LogSync: Sendable {
    private struct Waiting {
        /// The last commit that has to be on the disk.
        let commit: Int
        let end: CheckedContinuation<Void, any Error>
    }

    private struct State {
        /// How many commits were made, also those that changed nothing or failed.
        var commits = 0
        var isCommitting = false
        /// How many of them are on the disk.
        var synced = 0
        var isSyncing = false
        /// How many syncs in a row took long. A single one may have waited for the processor.
        var slowInARow = 0
        /// Whether the last sync failed.
        var isBroken = false
        var waiting: [Waiting] = []

        /// The last commit that a reader can have seen.
        var newest: Int { commits + (isCommitting ? 1 : 0) }

        var isSlow: Bool { slowInARow >= LogSync.slowAtLeast }

        /// Takes those that the next sync is for. Without any, there is none.
        mutating func next() -> [Waiting]? {
            let ready = waiting.filter { $0.commit <= commits }
            waiting.removeAll { $0.commit <= commits }
            isSyncing = !ready.isEmpty
            return ready.isEmpty ? nil : ready
        }
    }

    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "sync of the log")
    private let sync: @Sendable () throws -> Void
    private let rewrite: @Sendable () throws -> Void
    private let now: @Sendable () -> ContinuousClock.Instant

    /// On a disk that takes this long, a commit more costs less than the wait.
    package static let slow = Duration.milliseconds(1)
    package static let slowAtLeast = 8

    /// - Parameters:
    ///   - sync: syncs the log.
    ///   - rewrite: puts all that is in the log on the disk in another way. After a sync that failed, the system may take
    ///     what it couldn't write for written, so that no later sync says more.
    ///   - now: tells how long a sync takes.
    package init(
        sync: @escaping @Sendable () throws -> Void, rewrite: @escaping @Sendable () throws -> Void,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        (self.sync, self.rewrite, self.now) = (sync, rewrite, now)
    }

    /// Whether a sync takes long at present, so that it is worth going on meanwhile.
    package var isSlow: Bool { state.withLock { $0.isSlow } }

    /// - Parameter body: commits a transaction. There is one at a time.
    package func commit(_ body: () throws -> Void) rethrows {
        state.withLock { $0.isCommitting = true }
        defer { committed() }
        try body()
    }

    private func committed() {
        let waiting: [Waiting]? = state.withLock { state in
            state.commits += 1
            state.isCommitting = false
            // A sync that is under way looks by itself who waits.
            guard !state.isSyncing, !state.isSlow else { return nil }
            defer { state.isSyncing = true }
            return state.next() ?? []
        }
        if let waiting {
            sync(for: waiting)
            syncWhileWanted()
        } else {
            syncSoon()
        }
    }

    /// Waits until all commits so far are on the disk.
    ///
    /// - Throws: `DatabaseLost`, since nobody knows what of them the disk has.
    package func wait() async throws {
        guard state.withLock({ $0.newest > $0.synced }) else { return }
        try await withCheckedThrowingContinuation { end in
            let waits = state.withLock { state in
                guard state.newest > state.synced else { return false }
                state.waiting.append(Waiting(commit: state.newest, end: end))
                return true
            }
            if waits { syncSoon() } else { end.resume() }
        }
    }

    /// Syncs on a thread of its own, if somebody waits for a commit and no sync is under way.
    private func syncSoon() {
        let isWanted = state.withLock { state in
            guard !state.isSyncing, state.waiting.contains(where: { $0.commit <= state.commits }) else { return false }
            state.isSyncing = true
            return true
        }
        if isWanted { queue.async(execute: syncWhileWanted) }
    }

    private func syncWhileWanted() {
        while let waiting = state.withLock({ $0.next() }) { sync(for: waiting) }
    }

    private func sync(for waiting: [Waiting]) {
        let (commits, isBroken) = state.withLock { ($0.commits, $0.isBroken) }
        let start = now()
        do {
            if isBroken { try rewrite() } else { try sync() }
            let tookLong = now() - start > Self.slow
            state.withLock { state in
                (state.synced, state.isBroken) = (commits, false)
                state.slowInARow = tookLong ? state.slowInARow + 1 : 0
            }
            for waiting in waiting { waiting.end.resume() }
        } catch {
            state.withLock { $0.isBroken = true }
            let lost = DatabaseLost(mayBeCommitted: true, message: "\(error)")
            for waiting in waiting { waiting.end.resume(throwing: lost) }
        }
    }
}
