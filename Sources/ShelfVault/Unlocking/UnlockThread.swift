import Dispatch

/// Runs one connection's work on a thread of its own, so that neither a slow peer nor the hashing of a passphrase takes
/// one of the few threads on which the server answers players.
final class UnlockThread: TaskExecutor {
    private let queue = DispatchQueue(label: "unlock")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
