import CConfinedChild
import Dispatch
import Foundation
import Synchronization

/// One run of a child process, from its start to its end.
final class ChildRun: Sendable {
    private enum State {
        case waiting
        case running(pid_t)
        /// The process has ended, could not be started, or was cancelled before it started.
        case over
    }

    private let child: ConfinedChild
    private let arguments: [String]
    private let environment: [String: String]
    private let folder: URL
    private let written: [String]
    private let output: CInt
    private let state = Mutex(State.waiting)

    /// - Parameters:
    ///   - written: the names of the files in the folder that the process writes, which exist.
    ///   - output: a file that is open until the run has ended.
    init(
        _ child: ConfinedChild, _ arguments: [String], _ environment: [String: String], in folder: URL,
        writing written: [String], output: CInt
    ) {
        (self.child, self.arguments, self.environment) = (child, arguments, environment)
        (self.folder, self.written, self.output) = (folder, written, output)
    }

    /// Runs the process, in a thread that may be blocked, and kills it when its time is over.
    ///
    /// - Returns: its status as `waitpid` has it.
    func run() async -> Result<CInt, ChildFailure> {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                // The process ends with the thread that starts it, so that thread waits for it, too.
                Thread.detachNewThread { continuation.resume(returning: self.runBlocking()) }
            }
        } onCancel: {
            end()
        }
    }

    private func runBlocking() -> Result<CInt, ChildFailure> {
        let process: Result<pid_t, ChildFailure> = state.withLock { state in
            guard case .waiting = state else { return .failure(.killed(signal: SIGKILL)) }
            let process = start()
            state = process > 0 ? .running(process) : .over
            return process > 0 ? .success(process) : .failure(.notStarted(errno))
        }
        return process.map { process in
            let timer = DispatchSource.makeTimerSource()
            timer.setEventHandler { self.end() }
            timer.schedule(deadline: .now() + .seconds(Int(child.limits.seconds)))
            timer.resume()
            confined_wait(process)
            timer.cancel()
            return state.withLock { state in
                state = .over
                return confined_reap(process)
            }
        }
    }

    private func end() {
        state.withLock { state in
            if case .running(let process) = state { confined_kill(process) } else { state = .over }
        }
    }

    private func start() -> pid_t {
        let input = open("/dev/null", O_RDONLY)
        let words = ([child.program] + arguments).map { strdup($0) }
        let variables = environment.map { strdup("\($0)=\($1)") }
        let readable = ([child.program] + child.readable).map { strdup($0) }
        let writable = written.map { strdup($0) }
        defer {
            close(input)
            for text in words + variables + readable + writable { free(text) }
        }
        let limits = child.limits
        return confined_start(
            child.program, words + [nil], variables + [nil], folder.path, readable + [nil], writable + [nil], input,
            output,
            confined_limits(
                memory: limits.memory, processor_seconds: limits.processorSeconds, file_bytes: limits.fileBytes,
                open_files: limits.openFiles))
    }
}
