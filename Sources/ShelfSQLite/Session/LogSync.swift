import Dispatch
import Synchronization

/// Puts commits on the disk: one sync of the write-ahead log for all that were made before it.
///
/// SQLite itself doesn't wait for the disk when it commits (`synchronous=NORMAL`). On a fast disk the log is synced
/// right after the commit. On a slow one that is done by a thread of its own, and the next transactions run meanwhile.
/// A call that has written waits until its commit is on the disk, and a call that has read waits for the commits that
/// it may have seen.
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
        var isSlow = false
        /// How many syncs in a row were slow on a fast disk, or fast on a slow one. A single one may have waited for
        /// the processor, or have had nothing to write.
        var surprises = 0
        /// Whether the disk may lack what the log has.
        var isBroken = false
        var waiting: [Waiting] = []

        /// The last commit that a reader can have seen.
        var newest: Int { commits + (isCommitting ? 1 : 0) }

        /// Begins a sync, if none is under way.
        mutating func begins() -> Bool {
            guard !isSyncing else { return false }
            isSyncing = true
            return true
        }

        /// Begins a sync, if somebody waits for a commit that was made, and none is under way.
        mutating func beginsForThoseWaiting() -> Bool {
            waiting.contains { $0.commit <= commits } && begins()
        }

        /// Takes those whose commits a sync was for.
        mutating func release(upTo commit: Int) -> [Waiting] {
            let done = waiting.filter { $0.commit <= commit }
            waiting.removeAll { $0.commit <= commit }
            return done
        }

        mutating func note(took: Duration) {
            surprises = (took > LogSync.slowSync) == isSlow ? 0 : surprises + 1
            guard surprises == LogSync.syncsInARow else { return }
            (isSlow, surprises) = (!isSlow, 0)
        }
    }

    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "sync of the log")
    private let sync: @Sendable () throws -> Void
    private let rewrite: @Sendable () throws -> Void
    private let now: @Sendable () -> ContinuousClock.Instant

    /// A sync that takes longer than this is slow: to wait for it costs the till more than another commit.
    package static let slowSync = Duration.milliseconds(1)
    /// So many slow syncs in a row make the disk a slow one, and as many fast ones a fast one.
    package static let syncsInARow = 8

    /// - Parameters:
    ///   - sync: syncs the log.
    ///   - rewrite: puts all that is in the log on the disk in another way. After a sync that failed, the system may
    ///     take what it couldn't write for written, so that no later sync says more.
    ///   - now: tells how long a sync takes.
    package init(
        sync: @escaping @Sendable () throws -> Void, rewrite: @escaping @Sendable () throws -> Void,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        (self.sync, self.rewrite, self.now) = (sync, rewrite, now)
    }

    /// Whether the disk is slow at present, so that the next transaction should run during a sync.
    package var isSlow: Bool { state.withLock { $0.isSlow } }

    /// Commits a transaction. Nobody else may commit meanwhile.
    package func commit(_ body: () throws -> Void) rethrows {
        state.withLock { $0.isCommitting = true }
        defer { committed() }
        try body()
    }

    private func committed() {
        let syncsHere = state.withLock { state in
            state.commits += 1
            state.isCommitting = false
            return !state.isSlow && state.begins()
        }
        if syncsHere { syncOnce() }
        syncSoon()
    }

    /// Waits until all commits so far are on the disk.
    ///
    /// - Throws: what the system said when they couldn't be synced.
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

    /// Syncs on a thread of its own for as long as somebody waits.
    private func syncSoon() {
        guard state.withLock({ $0.beginsForThoseWaiting() }) else { return }
        queue.async { [self] in
            repeat { syncOnce() } while state.withLock { $0.beginsForThoseWaiting() }
        }
    }

    private func syncOnce() {
        let (commit, wasBroken) = state.withLock { ($0.commits, $0.isBroken) }
        let start = now()
        let outcome = Result {
            do {
                if wasBroken { try rewrite() } else { try sync() }
            } catch  where !wasBroken {
                try rewrite()
            }
        }
        let took = now() - start
        let released = state.withLock { state in
            state.isSyncing = false
            state.note(took: took)
            switch outcome {
            case .success: (state.synced, state.isBroken) = (commit, false)
            case .failure: state.isBroken = true
            }
            return state.release(upTo: commit)
        }
        for waiting in released { waiting.end.resume(with: outcome) }
    }
}
