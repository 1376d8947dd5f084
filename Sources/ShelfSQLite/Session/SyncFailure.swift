import Foundation

/// A sync has failed, in the system's words.
struct SyncFailure: Error, CustomStringConvertible {
    /// Of the last call that has failed.
    let description = String(cString: strerror(errno))
}
