import Foundation
import Synchronization

/// Wakes every thread that waits for a socket: a pipe, of which all of them also watch the end.
final class StopSignal: Sendable {
    /// Becomes readable, and stays so, when the signal is given.
    let descriptor: Int32
    private let other: Mutex<Int32?>

    init(for path: String) throws(UnlockError) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw UnlockError(path, errno) }
        // Otherwise a child process would hold the pipe open.
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        descriptor = ends[0]
        other = Mutex(ends[1])
    }

    deinit {
        give()
        close(descriptor)
    }

    /// - Returns: whether it hasn't been given before.
    @discardableResult
    func give() -> Bool {
        other.withLock { end in
            guard let open = end.take() else { return false }
            close(open)
            return true
        }
    }
}
