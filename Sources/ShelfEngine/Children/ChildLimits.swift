/// What a child process may use at most.
package struct ChildLimits: Hashable, Sendable {
    /// Bytes of address space.
    package var memory: UInt64 = 1 << 30
    package var processorSeconds: UInt64 = 60
    /// Until it is killed, however little it works.
    package var seconds: Int64 = 120
    /// Bytes of each file that it writes.
    package var fileBytes: UInt64 = 64 << 20
    package var openFiles: UInt64 = 128

    package init() {}
}
