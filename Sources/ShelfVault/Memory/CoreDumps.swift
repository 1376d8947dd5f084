import CKernel
import Foundation

/// What the system writes of a process that crashes.
package enum CoreDumps {
    /// Forbids that this process's memory is written anywhere when it crashes, or read by another process of the same
    /// user.
    package static func forbid() {
        // Swift's own report of a crash shows what registers point at.
        for crash in [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGQUIT] { signal(crash, SIG_DFL) }
        var none = rlimit(rlim_cur: 0, rlim_max: 0)
        #if os(Linux)
            setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
            // The limit doesn't hold where the system pipes cores into a program.
            shelflife_forbid_dumps()
        #else
            setrlimit(RLIMIT_CORE, &none)
        #endif
    }
}
