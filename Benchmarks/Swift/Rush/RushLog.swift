import Synchronization

/// What purchases have cost the disk.
struct RushLog: Sendable {
    /// Pages that were written to the write-ahead log, those of the windows of that time included.
    let bytes: Int64
    /// Commits of purchases, each of which syncs the log.
    let syncs: Int64

    static func - (later: RushLog, earlier: RushLog) -> RushLog {
        RushLog(bytes: later.bytes - earlier.bytes, syncs: later.syncs - earlier.syncs)
    }
}

/// Counts the transactions in which a database settles orders.
final class RushSettlements: Sendable {
    private let settled = Atomic<Int64>(0)

    var number: Int64 { settled.load(ordering: .relaxed) }

    func count(_ call: StaticString) {
        if "\(call)".hasPrefix("settle(") { settled.add(1, ordering: .relaxed) }
    }
}
