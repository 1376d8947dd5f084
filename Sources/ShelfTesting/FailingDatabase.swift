package import ShelfDatabase
package import ShelfModel
import Synchronization

/// A database that a test can make fail: all writes, as on a full disk; the players' reads, as on a broken disk; or
/// only writes to the audit log.
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

    /// A store whose windows can't be written.
    package var failingStore: String? {
        get { failsFor.withLock { $0 } }
        set { failsFor.withLock { $0 = newValue } }
    }

    package func store(_ id: String) async throws -> StoredStore? { try await base.store(id) }

    package func create(_ store: StoredStore) async throws -> StoredStore {
        try write()
        return try await base.create(store)
    }

    package func state(of store: String, _ reach: StoredState.Reach) async throws -> StoredState? {
        try await base.state(of: store, reach)
    }

    package func chains(of store: String) async throws -> [StoredChain] { try await base.chains(of: store) }

    package func add(_ chain: StoredChain) async throws -> StoredChain {
        try write()
        return try await base.add(chain)
    }

    package func head(of store: String) async throws -> WindowHead? { try await base.head(of: store) }

    package func listings(of store: String, endingAfter instant: Instant) async throws -> [StoredListing] {
        try await base.listings(of: store, endingAfter: instant)
    }

    package func listings(of store: String, touching span: Range<Instant>) async throws -> [StoredListing] {
        try await base.listings(of: store, touching: span)
    }

    package func pastListings(
        of store: String, endingAfter instant: Instant, notAfter last: Instant
    ) async throws -> [Listing] {
        try await base.pastListings(of: store, endingAfter: instant, notAfter: last)
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
        try read()
        return try await base.window(of: store, sequence: sequence)
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
    package func player(ofCredential credential: [UInt8]) async throws -> Int64? {
        try read()
        return try await base.player(ofCredential: credential)
    }

    package func signIn(_ signIns: [DeviceSignIn]) async throws -> [SignedIn] {
        try write()
        return try await base.signIn(signIns)
    }

    package func rotate(family: Int64, presented: [UInt8], next: [UInt8], until: Instant, at: Instant) async throws
        -> RotationAnswer
    {
        try write()
        return try await base.rotate(family: family, presented: presented, next: next, until: until, at: at)
    }
}

extension FailingDatabase: SecretDatabase {
    package func keep(secret: [UInt8], as name: String) async throws -> [UInt8] {
        try write()
        return try await base.keep(secret: secret, as: name)
    }
}

extension FailingDatabase: TradeDatabase {
    package func settle(_ orders: [PurchaseOrder]) async throws -> [PurchaseAnswer] {
        try write()
        return try await base.settle(orders)
    }

    package func settled(_ id: OrderID) async throws -> SettledOrder? {
        try read()
        return try await base.settled(id)
    }
}

extension FailingDatabase: HoldingsDatabase {
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
}

extension FailingDatabase: SupportDatabase {
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

    package func player(_ number: Int64) async throws -> StoredPlayer? { try await base.player(number) }

    package func players(before: Int64?, limit: Int) async throws -> [StoredPlayer] {
        try await base.players(before: before, limit: limit)
    }

    package func order(_ id: Int64) async throws -> KeptOrder? { try await base.order(id) }

    package func orders(ofItem item: Item.ID, before: Int64?, limit: Int) async throws -> [KeptOrder] {
        try await base.orders(ofItem: item, before: before, limit: limit)
    }

    package func orders(ofListing name: ListingName, before: Int64?, limit: Int) async throws -> [KeptOrder] {
        try await base.orders(ofListing: name, before: before, limit: limit)
    }

    package func journal(of player: Int64, before: Int64?, limit: Int) async throws -> [JournalEntry] {
        try await base.journal(of: player, before: before, limit: limit)
    }

    package func unbalancedWallets() async throws -> [PurchaseBook.Wallet] { try await base.unbalancedWallets() }
}

extension FailingDatabase: AuditDatabase {
    package func audit(_ entry: AuditEntry) async throws {
        try write()
        if logFull { throw DiskFull() }
        try await base.audit(entry)
    }

    package func auditLog(before: Int64?, limit: Int) async throws -> [AuditEntry] {
        try await base.auditLog(before: before, limit: limit)
    }
}

extension FailingDatabase: HousekeepingDatabase {
    package func forgetRefusals(before instant: Instant) async throws {
        try write()
        try await base.forgetRefusals(before: instant)
    }

    package func forgetTokenFamilies(endedBy instant: Instant) async throws {
        try write()
        try await base.forgetTokenFamilies(endedBy: instant)
    }
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

extension FailingDatabase: IncarnationDatabase {
    package func identity() async throws -> [UInt8] { try await base.identity() }

    package func incarnation() async throws -> Incarnation { try await base.incarnation() }

    package func restoredAt() async throws -> Instant? { try await base.restoredAt() }

    package func beginIncarnation(after number: Int64, at instant: Instant) async throws -> Incarnation {
        try write()
        return try await base.beginIncarnation(after: number, at: instant)
    }
}

extension FailingDatabase: NumbersDatabase {
    package func closedUntil() async throws -> Instant? { try await base.closedUntil() }

    package func closeHour(now: Instant) async throws -> Bool {
        try write()
        return try await base.closeHour(now: now)
    }

    package func numbers(_ question: NumbersQuestion) async throws -> Numbers {
        try read()
        return try await base.numbers(question)
    }

    package func totals() async throws -> Numbers {
        try read()
        return try await base.totals()
    }

    package func stockSold(of listings: [ListingName]) async throws -> [ListingName: Int64] {
        try read()
        return try await base.stockSold(of: listings)
    }
}

extension FailingDatabase: ContentDatabase {
    package func add(
        _ version: NewContentVersion, after newest: Int64, audit: @escaping @Sendable (ContentVersion?) -> AuditEntry?
    ) async throws -> ContentVersion? {
        try write()
        return try await base.add(version, after: newest, audit: audit)
    }

    package func contentVersion(inForceAt instant: Instant) async throws -> ContentVersion? {
        try read()
        return try await base.contentVersion(inForceAt: instant)
    }

    package func contentVersion(_ number: Int64) async throws -> ContentVersion? {
        try await base.contentVersion(number)
    }

    package func newestContentVersionFromFiles() async throws -> ContentVersion? {
        try await base.newestContentVersionFromFiles()
    }

    package func contentVersions(before: Int64?, limit: Int) async throws -> [ContentVersion] {
        try await base.contentVersions(before: before, limit: limit)
    }

    package func contentVersions(comingAfter instant: Instant) async throws -> [ContentVersion] {
        try await base.contentVersions(comingAfter: instant)
    }

    package func contentFiles(_ digest: [UInt8]) async throws -> [ContentFile]? {
        try await base.contentFiles(digest)
    }

    package func contentDrafts() async throws -> [ContentDraft] { try await base.contentDrafts() }

    package func contentDraft(_ name: String) async throws -> ContentDraft? { try await base.contentDraft(name) }

    package func keep(
        _ content: StoredContent, asDraft name: String, over revision: Int64, by author: String, at: Instant,
        audit: @escaping @Sendable (ContentDraft?) -> AuditEntry?
    ) async throws -> ContentDraft? {
        try write()
        return try await base.keep(content, asDraft: name, over: revision, by: author, at: at, audit: audit)
    }

    package func deleteContentDraft(
        _ name: String, revision: Int64, audit: @escaping @Sendable (Bool) -> AuditEntry?
    ) async throws -> Bool {
        try write()
        return try await base.deleteContentDraft(name, revision: revision, audit: audit)
    }
}

extension FailingDatabase: WithdrawalDatabase {
    package func withdraw(
        _ order: WithdrawalOrder, audit: @escaping @Sendable (WithdrawalAnswer) -> AuditEntry?
    ) async throws -> WithdrawalAnswer {
        try write()
        return try await base.withdraw(order, audit: audit)
    }

    package func lift(
        _ order: LiftOrder, audit: @escaping @Sendable (WithdrawalAnswer) -> AuditEntry?
    ) async throws -> WithdrawalAnswer {
        try write()
        return try await base.lift(order, audit: audit)
    }

    package func withdrawals(before: Int64?, limit: Int) async throws -> [Withdrawal] {
        try await base.withdrawals(before: before, limit: limit)
    }

    package func withdrawals(inForceAfter instant: Instant) async throws -> [Withdrawal] {
        try read()
        return try await base.withdrawals(inForceAfter: instant)
    }
}

extension FailingDatabase: ChangeDatabase {
    package func change(
        _ order: ChangeOrder, to listings: [StoredListing], after head: WindowHead,
        isInTime: @escaping @Sendable () -> Bool, audit: @escaping @Sendable (ChangeAnswer) -> AuditEntry?
    ) async throws -> ChangeAnswer {
        try write()
        return try await base.change(order, to: listings, after: head, isInTime: isInTime, audit: audit)
    }

    package func change(by: String, key: String) async throws -> ListingChange? {
        try await base.change(by: by, key: key)
    }

    package func changes() async throws -> [String: Int64] {
        try read()
        return try await base.changes()
    }

    package func redraws(of store: String) async throws -> [Redraw] { try await base.redraws(of: store) }
}
