package import ShelfDatabase
package import ShelfModel
import Synchronization

/// A database whose writes can be made to fail, as on a full disk, or what players read, as on a broken one; or only
/// what is written to the audit log by itself.
package final class FailingDatabase: ScheduleDatabase {
    private let base: any ShelfDatabase
    private let fails = Mutex(false)
    private let isBroken = Mutex(false)
    private let isLogFull = Mutex(false)
    private let failsFor = Mutex<String?>(nil)

    package struct DiskFull: Error {}

    package init(_ base: any ShelfDatabase) {
        self.base = base
    }

    package var failing: Bool {
        get { fails.withLock { $0 } }
        set { fails.withLock { $0 = newValue } }
    }

    package var broken: Bool {
        get { isBroken.withLock { $0 } }
        set { isBroken.withLock { $0 = newValue } }
    }

    package var logFull: Bool {
        get { isLogFull.withLock { $0 } }
        set { isLogFull.withLock { $0 = newValue } }
    }

    /// The store of which no window can be written.
    package var failingStore: String? {
        get { failsFor.withLock { $0 } }
        set { failsFor.withLock { $0 = newValue } }
    }

    package func store(_ id: String) async throws -> StoredStore? { try await base.store(id) }

    package func create(_ store: StoredStore) async throws -> StoredStore {
        try write()
        return try await base.create(store)
    }

    package func chains(of store: String) async throws -> [StoredChain] { try await base.chains(of: store) }

    package func add(_ chain: StoredChain) async throws -> StoredChain {
        try write()
        return try await base.add(chain)
    }

    package func listings(of store: String, endingAfter instant: Instant) async throws -> [StoredListing] {
        try await base.listings(of: store, endingAfter: instant)
    }

    package func publish(_ publications: [Publication]) async throws -> Set<String> {
        try write()
        if let store = failingStore, publications.contains(where: { $0.store == store }) { throw DiskFull() }
        return try await base.publish(publications)
    }

    package func newestWindows(of store: String, limit: Int) async throws -> [StoredWindow] {
        try await base.newestWindows(of: store, limit: limit)
    }

    package func window(of store: String, sequence: Int64) async throws -> StoredWindow? {
        try await base.window(of: store, sequence: sequence)
    }

    package func prune(store: String, windows: Instant, listings: Instant, chains: Instant) async throws {
        try write()
        try await base.prune(store: store, windows: windows, listings: listings, chains: chains)
    }

    package func editionsSold() async throws -> [Item.ID: Int64] { try await base.editionsSold() }

    private func write() throws {
        if failing { throw DiskFull() }
    }

    private func read() throws {
        if broken { throw DiskFull() }
    }
}

extension FailingDatabase: PlayerDatabase {
    package func signIn(_ arrivals: [Arrival]) async throws -> [SignedIn] {
        try write()
        return try await base.signIn(arrivals)
    }

    package func keep(secret: [UInt8], as name: String) async throws -> [UInt8] {
        try write()
        return try await base.keep(secret: secret, as: name)
    }

    package func rotate(family: Int64, presented: [UInt8], next: [UInt8], until: Instant, at: Instant) async throws
        -> RotationAnswer
    {
        try write()
        return try await base.rotate(family: family, presented: presented, next: next, until: until, at: at)
    }
}

extension FailingDatabase: TradeDatabase {
    package func settle(_ orders: [PurchaseOrder]) async throws -> [PurchaseAnswer] {
        try write()
        return try await base.settle(orders)
    }

    package func post(
        _ posting: Posting, audit: @escaping @Sendable (PostingAnswer) -> AuditEntry?
    ) async throws -> PostingAnswer {
        try write()
        return try await base.post(posting, audit: audit)
    }

    package func reverse(
        _ reversal: Reversal, audit: @escaping @Sendable (ReversalAnswer) -> AuditEntry?
    ) async throws -> ReversalAnswer {
        try write()
        return try await base.reverse(reversal, audit: audit)
    }

    package func audit(_ entry: AuditEntry) async throws {
        try write()
        if logFull { throw DiskFull() }
        try await base.audit(entry)
    }

    package func auditLog(before: Int64?, limit: Int) async throws -> [AuditEntry] {
        try await base.auditLog(before: before, limit: limit)
    }

    package func forgetRefusals(before instant: Instant) async throws {
        try write()
        try await base.forgetRefusals(before: instant)
    }

    package func settled(_ id: OrderID) async throws -> SettledOrder? {
        try read()
        return try await base.settled(id)
    }

    package func balances(of player: Int64) async throws -> [String: Int64] {
        try read()
        return try await base.balances(of: player)
    }

    package func inventory(of player: Int64) async throws -> [OwnedItem] {
        try read()
        return try await base.inventory(of: player)
    }

    package func orders(of player: Int64, before: Int64?, limit: Int) async throws -> [KeptOrder] {
        try read()
        return try await base.orders(of: player, before: before, limit: limit)
    }

    package func order(_ id: Int64) async throws -> KeptOrder? { try await base.order(id) }

    package func journal(of player: Int64, before: Int64?, limit: Int) async throws -> [JournalEntry] {
        try await base.journal(of: player, before: before, limit: limit)
    }

    package func unbalancedWallets() async throws -> [PurchaseBook.Wallet] { try await base.unbalancedWallets() }
}

extension FailingDatabase: TopUpDatabase {
    package func topUp(_ claim: TopUpClaim, transaction: String, at: Instant) async throws -> TopUpAnswer {
        try write()
        return try await base.topUp(claim, transaction: transaction, at: at)
    }

    package func revise(_ revision: TopUpRevision, at: Instant) async throws -> TopUpAccount {
        try write()
        return try await base.revise(revision, at: at)
    }

    package func topUpAccount(of transaction: String) async throws -> TopUpAccount? {
        try await base.topUpAccount(of: transaction)
    }
}
