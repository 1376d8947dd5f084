import ShelfConfiguration
import ShelfDatabase
import ShelfTerminal

/// A server can't start before somebody changes its settings, its files or its vault. To try again doesn't help, and
/// the exit status says so to what starts servers.
struct WrongSettings: Error {
    let why: any Error

    /// `EX_CONFIG` of the system's `sysexits.h`.
    static let exitStatus: Int32 = 78

    /// - Returns: `nil` for an error that another start may not have.
    init?(_ error: any Error) {
        guard error is ConfigurationProblems || error is UsageError || error is VaultMismatch else { return nil }
        why = error
    }
}
