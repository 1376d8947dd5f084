import ShelfDatabase
import ShelfModel
import ShelfServer
import ShelfTesting
import Synchronization
import Testing

@Suite struct `A till` {
    @Test func `settles together all that came while it was writing`() async throws {
        let database = SlowTrade()
        let till = Till(database: database)
        let first = Task { try await till.settle(order("first")) }
        while database.batches.isEmpty { await Task.yield() }
        let rest = (0..<9).map { number in Task { try await till.settle(order("k\(number)")) } }
        while till.count < 9 { await Task.yield() }
        database.open()
        _ = try await first.value
        for task in rest { #expect(try await task.value.verdict == .sold(number: nil)) }
        #expect(database.batches.map(\.count) == [1, 9])
    }

    @Test func `lets one that can't be written spoil no other`() async throws {
        let database = SlowTrade(poison: "k3")
        let till = Till(database: database)
        let first = Task { try await till.settle(order("first")) }
        while database.batches.isEmpty { await Task.yield() }
        let rest = (0..<6).map { number in Task { try await till.settle(order("k\(number)")) } }
        while till.count < 6 { await Task.yield() }
        database.open()
        _ = try await first.value
        for (number, task) in rest.enumerated() {
            if number == 3 {
                await #expect(throws: SlowTrade.Poisoned.self) { try await task.value }
            } else {
                #expect(try await task.value.verdict == .sold(number: nil))
            }
        }
    }

    @Test func `turns away who would wait too long`() async throws {
        let database = SlowTrade()
        let till = Till(database: database)
        let first = Task { try await till.settle(order("first")) }
        while database.batches.isEmpty { await Task.yield() }
        let crowd = (0..<Till.waitingAtMost).map { number in Task { try await till.settle(order("k\(number)")) } }
        while till.count < Till.waitingAtMost { await Task.yield() }
        await #expect(throws: Till.Crowded.self) { try await till.settle(order("late")) }
        database.open()
        _ = try await first.value
        for task in crowd { _ = try await task.value }
        #expect(database.batches.allSatisfy { $0.count <= Till.batchAtMost })
    }

    private func order(_ key: String) -> PurchaseOrder {
        PurchaseOrder(
            player: 1, key: key,
            listing: ListingName(store: "main", chain: [], slot: 1, position: 0, revision: 0), offered: 0,
            at: Fixtures.start,
            terms: SaleTerms(item: "kite", currency: "coins", price: 0, end: Fixtures.start + .minutes(1)))
    }
}

/// A database whose first batch waits until it is opened.
private final class SlowTrade: TradeDatabase {
    struct Poisoned: Error {}

    private let state = Mutex((batches: [[String]](), isOpen: false, waiting: CheckedContinuation<Void, Never>?.none))
    private let poison: String?

    init(poison: String? = nil) {
        self.poison = poison
    }

    var batches: [[String]] { state.withLock { $0.batches } }

    func open() {
        state.withLock { state in
            state.isOpen = true
            return state.waiting
        }?.resume()
    }

    func settle(_ orders: [PurchaseOrder]) async throws -> [PurchaseAnswer] {
        let isFirst = state.withLock { state in
            state.batches.append(orders.map(\.key))
            return state.batches.count == 1
        }
        if isFirst {
            await withCheckedContinuation { continuation in
                let isOpen = state.withLock { state in
                    if !state.isOpen { state.waiting = continuation }
                    return state.isOpen
                }
                if isOpen { continuation.resume() }
            }
        }
        if orders.contains(where: { $0.key == poison }) { throw Poisoned() }
        var book = PurchaseBook()
        return orders.map { book.judge($0) }
    }

    func settled(_ id: OrderID) async throws -> SettledOrder? { nil }
    func post(
        _ posting: Posting, audit: @escaping @Sendable (PostingAnswer) -> AuditEntry?
    ) async throws -> PostingAnswer { .unknownPlayer }
    func reverse(
        _ reversal: Reversal, audit: @escaping @Sendable (ReversalAnswer) -> AuditEntry?
    ) async throws -> ReversalAnswer { .notSold }
    func balances(of player: Int64) async throws -> [String: Int64] { [:] }
    func inventory(of player: Int64) async throws -> [OwnedItem] { [] }
    func orders(of player: Int64, before: Int64?, limit: Int) async throws -> [KeptOrder] { [] }
    func order(_ id: Int64) async throws -> KeptOrder? { nil }
    func journal(of player: Int64, before: Int64?, limit: Int) async throws -> [JournalEntry] { [] }
    func unbalancedWallets() async throws -> [PurchaseBook.Wallet] { [] }
    func audit(_ entry: AuditEntry) async throws {}
    func auditLog(before: Int64?, limit: Int) async throws -> [AuditEntry] { [] }
    func forgetRefusals(before instant: Instant) async throws {}
}
