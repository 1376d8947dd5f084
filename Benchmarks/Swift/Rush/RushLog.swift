import ShelfDatabase
import Synchronization

/// What purchases have cost the disk.
struct RushLog: Sendable {
    /// Pages that were written to the write-ahead log, those of the windows of that time included.
    let bytes: Int64
    /// How often the log was synced.
    let syncs: Int64

    static func - (later: RushLog, earlier: RushLog) -> RushLog {
        RushLog(bytes: later.bytes - earlier.bytes, syncs: later.syncs - earlier.syncs)
    }
}

/// Counts how often a database syncs its log.
final class RushSyncs: Sendable {
    private let synced = Atomic<Int64>(0)

    var number: Int64 { synced.load(ordering: .relaxed) }

    func count(_ access: DatabaseAccess) {
        if access == .syncing { synced.add(1, ordering: .relaxed) }
    }
}
