/// A lock on what has no row yet, or on more than rows. A transaction takes at most one of these, and before all locks
/// of rows, so that no two transactions wait for each other.
struct AdvisoryLock: Hashable {
    let key: Int64
    let isShared: Bool

    /// Withdrawals exclude the till, which shares the lock with other tills. So nothing is sold once a withdrawal is
    /// stored.
    static let withdrawing = AdvisoryLock(name: "withdrawals")
    static let selling = AdvisoryLock(name: "withdrawals", isShared: true)
    static let content = AdvisoryLock(name: "content")
    static let files = AdvisoryLock(name: "files")
    static let closingHours = AdvisoryLock(name: "closing hours")
    static let wrappingKeys = AdvisoryLock(name: "wrapping keys")
    static let migration = AdvisoryLock(name: "migration")

    /// A key of an operator, which postings and reversals share.
    static func key(_ key: String, by: String) -> AdvisoryLock { AdvisoryLock(name: "key \(by) \(key)") }

    static func topUp(_ transaction: String) -> AdvisoryLock { AdvisoryLock(name: "top-up \(transaction)") }

    static func match(_ id: [UInt8]) -> AdvisoryLock {
        AdvisoryLock(name: "match \(id.map { String($0) }.joined(separator: " "))")
    }

    /// Takes the lock `$1` until the transaction ends.
    var sql: String { "SELECT pg_advisory_xact_lock\(isShared ? "_shared" : "")($1)" }

    private init(name: String, isShared: Bool = false) {
        key = Self.hash(name)
        self.isShared = isShared
    }

    /// The 64-bit FNV-1a hash (draft-eastlake-fnv), which is the same in each process. Two names with the same hash
    /// wait for each other without need, and that is all.
    private static func hash(_ name: String) -> Int64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in "shelflife \(name)".utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return Int64(bitPattern: hash)
    }
}
