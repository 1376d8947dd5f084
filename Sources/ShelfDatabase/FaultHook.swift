/// Lets a test make a database fail: the database asks it before each transaction and each sync, and what it throws, the
/// call throws. Outside tests there is none.
///
/// - Parameters:
///   - call: the name of the protocol's function, such as `audit(_:)`; `sync` for a sync.
///   - access: what the database is about to do.
package typealias FaultHook = @Sendable (_ call: StaticString, _ access: DatabaseAccess) throws -> Void

package enum DatabaseAccess: Hashable, Sendable {
    case reading, writing
    /// The database waits for the disk; SQLite alone asks.
    case syncing
}
