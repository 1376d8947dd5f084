/// Why a child process did not do its work.
package enum ChildFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// No folder of the usual programs has it.
    case missing(program: String)
    /// The system has no means to keep a process from the user's other files.
    case unconfinable
    /// The system let no process start, with its error's number.
    case notStarted(Int32)
    /// It ended with this status, and has said this.
    case exited(status: Int32, said: String)
    /// A signal ended it: it exceeded a limit, crashed, or was cancelled.
    case killed(signal: Int32)

    package var description: String {
        switch self {
        case .missing(let program): "\(program) isn't installed"
        case .unconfinable:
            """
            the kernel has no Landlock, without which no program may read strangers' files; run Linux 5.13 or newer with \
            Landlock in its list of security modules (lsm=landlock,…)
            """
        case .notStarted(let error): "the system starts no confined process (error \(error))"
        case .exited(let status, let said): "it ended with status \(status): \(said)"
        case .killed(let signal): "it took too much time, or crashed (signal \(signal))"
        }
    }
}
