import Dispatch
import ShelfDatabase
import Synchronization

/// Puts commits on the disk: one sync of the write-ahead log for all that were made before it.
///
/// SQLite itself doesn't wait for the disk when it commits (`synchronous=NORMAL`). On a fast disk the log is synced
/// right after the commit. On a slow one that is done by a thread of its own, and the next transactions run meanwhile.
/// A call that has written waits until its commit is on the disk, and a call that has read waits for the commits that
/// it may have seen.
///
/// After a sync that failed nothing more is committed or confirmed. The system may then take what it couldn't write for
/// written, so that no later sync would say more.
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
        /// What the system said of the sync that failed.
        var failure: (any Error)?
        var waiting: [Waiting] = []

        /// The last commit that a reader can have seen.
        var newest: Int { commits + (isCommitting ? 1 : 0) }

        func refuseAfterFailure() throws(DatabaseLost) {
            if let failure { throw DatabaseLost(mayBeCommitted: false, message: "\(failure)") }
        }

        /// Begins a sync, if none is under way.
        mutating func begins() -> Bool {
            guard !isSyncing, failure == nil else { return false }
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
    private let onFailure: @Sendable (any Error) -> Void
    private let now: @Sendable () -> ContinuousClock.Instant

    /// A sync that takes longer than this is slow: to wait for it costs the till more than another commit.
    package static let slowSync = Duration.milliseconds(1)
    /// So many slow syncs in a row make the disk a slow one, and as many fast ones a fast one.
    package static let syncsInARow = 8

    /// - Parameters:
    ///   - sync: syncs the log.
    ///   - onFailure: learns of the first sync that fails, before those do who wait for it.
    ///   - now: tells how long a sync takes.
    package init(
        sync: @escaping @Sendable () throws -> Void, onFailure: @escaping @Sendable (any Error) -> Void,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        (self.sync, self.onFailure, self.now) = (sync, onFailure, now)
    }

    /// Whether the disk is slow at present, so that the next transaction should run during a sync.
    package var isSlow: Bool { state.withLock { $0.isSlow } }

    /// - Throws: `DatabaseLost` if a sync has failed.
    func refuseAfterFailure() throws(DatabaseLost) {
        try state.withLock { state throws(DatabaseLost) in try state.refuseAfterFailure() }
    }

    /// Commits a transaction. Nobody else may commit meanwhile.
    ///
    /// - Throws: `DatabaseLost` if a sync has failed; the transaction isn't committed then.
    package func commit(_ body: () throws -> Void) throws {
        try state.withLock { state in
            try state.refuseAfterFailure()
            state.isCommitting = true
        }
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
    /// - Throws: what the system said when a sync failed.
    package func wait() async throws {
        guard state.withLock({ $0.failure != nil || $0.newest > $0.synced }) else { return }
        try await withCheckedThrowingContinuation { end in
            let answer: Result<Void, any Error>? = state.withLock { state in
                if let failure = state.failure { return .failure(failure) }
                guard state.newest > state.synced else { return .success(()) }
                state.waiting.append(Waiting(commit: state.newest, end: end))
                return nil
            }
            if let answer { end.resume(with: answer) } else { syncSoon() }
        }
    }

    /// Keeps that a sync has failed, of the log or of the database's file. None is begun from then on.
    package func fail(_ error: any Error) {
        let isFirst = state.withLock { state in
            state.isSyncing = false
            guard state.failure == nil else { return false }
            state.failure = error
            return true
        }
        guard isFirst else { return }
        onFailure(error)
        let waiting = state.withLock { $0.release(upTo: .max) }
        for one in waiting { one.end.resume(throwing: error) }
    }

    /// Syncs on a thread of its own for as long as somebody waits.
    private func syncSoon() {
        guard state.withLock({ $0.beginsForThoseWaiting() }) else { return }
        queue.async { [self] in
            repeat { syncOnce() } while state.withLock { $0.beginsForThoseWaiting() }
        }
    }

    private func syncOnce() {
        let (commit, start) = (state.withLock(\.commits), now())
        do {
            try sync()
        } catch {
            return fail(error)
        }
        let took = now() - start
        let released: [Waiting] = state.withLock { state in
            state.isSyncing = false
            // Those who wait learn of it from ``fail(_:)``.
            guard state.failure == nil else { return [] }
            state.note(took: took)
            state.synced = commit
            return state.release(upTo: commit)
        }
        for waiting in released { waiting.end.resume() }
    }
}
