package import ShelfDatabase
import Synchronization

/// Makes a database fail while a test wants it to. The database has to be opened with its ``hook``.
package final class DatabaseFaults: Sendable {
    private struct State {
        var writing = false
        var reading = false
        var auditing = false
        var syncing = false
    }

    package struct DiskFull: Error {}

    private let state = Mutex(State())

    package init() {}

    /// Whether all writes fail, as on a full disk.
    package var writing: Bool {
        get { state.withLock(\.writing) }
        set { state.withLock { $0.writing = newValue } }
    }

    /// Whether all reads fail, as on a broken disk.
    package var reading: Bool {
        get { state.withLock(\.reading) }
        set { state.withLock { $0.reading = newValue } }
    }

    /// Whether writes to the audit log fail that are not part of another change.
    package var auditing: Bool {
        get { state.withLock(\.auditing) }
        set { state.withLock { $0.auditing = newValue } }
    }

    /// Whether syncs of the log fail.
    package var syncing: Bool {
        get { state.withLock(\.syncing) }
        set { state.withLock { $0.syncing = newValue } }
    }

    package var hook: FaultHook {
        { call, access in
            let fails =
                switch access {
                case .reading: self.reading
                case .syncing: self.syncing
                case .writing: self.writing || self.auditing && "\(call)" == "audit(_:)"
                }
            if fails { throw DiskFull() }
        }
    }
}
