/// Lets a test make a database fail: the database asks it before each transaction, and what it throws, the call throws.
/// Outside tests there is none.
///
/// - Parameters:
///   - call: the name of the protocol's function, such as `audit(_:)`.
///   - access: whether the transaction is to read or to write.
package typealias FaultHook = @Sendable (_ call: StaticString, _ access: DatabaseAccess) throws -> Void

package enum DatabaseAccess: Hashable, Sendable {
    case reading, writing
}
