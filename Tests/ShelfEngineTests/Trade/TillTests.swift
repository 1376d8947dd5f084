import ShelfDatabase
import ShelfModel
import ShelfEngine
import ShelfTesting
import Synchronization
import Testing

@Suite struct `A till` {
    @Test func `settles together all that came while it was writing`() async throws {
        let database = SlowTrade()
        let till = Till(database: database)
        let first = Task { try await till.settle(order("first")) }
        try await eventually("a batch is written") { !database.batches.isEmpty }
        let rest = (0..<9).map { number in Task { try await till.settle(order("k\(number)")) } }
        try await eventually("the orders wait") { till.count >= 9 }
        database.open()
        _ = try await first.value
        for task in rest { #expect(try await task.value.verdict == .sold(number: nil)) }
        #expect(database.batches.map(\.count) == [1, 9])
    }

    @Test func `judges the next while those before wait for the disk`() async throws {
        let database = SlowTrade(judgesEarly: true)
        let till = Till(database: database)
        let first = Task { try await till.settle(order("first")) }
        try await eventually("a batch is judged") { !database.batches.isEmpty }
        #expect(try await till.settle(order("second")).verdict == .sold(number: nil))
        #expect(database.batches == [["first"], ["second"]])
        database.open()
        #expect(try await first.value.verdict == .sold(number: nil))
        #expect(try await till.settle(order("third")).verdict == .sold(number: nil))
        #expect(database.batches.count == 3, "each batch was begun once")
    }

    @Test func `judges one batch at a time, though one before still waits for the disk`() async throws {
        let database = HeldTrade()
        let till = Till(database: database)
        let first = Task { try await till.settle(order("first")) }
        try await eventually("the first batch is judged") { database.batches == 1 }
        let second = Task { try await till.settle(order("second")) }
        try await eventually("the second batch is being judged") { database.batches == 2 }
        database.open(1)
        _ = try await first.value
        let third = Task { try await till.settle(order("third")) }
        try await eventually("the third order waits") { till.count == 1 }
        #expect(database.batches == 2)
        database.open(2)
        _ = try await (second.value, third.value)
        #expect(database.batches == 3)
    }

    @Test func `lets one that can't be written spoil no other`() async throws {
        let database = SlowTrade(poison: "k3")
        let till = Till(database: database)
        let first = Task { try await till.settle(order("first")) }
        try await eventually("a batch is written") { !database.batches.isEmpty }
        let rest = (0..<6).map { number in Task { try await till.settle(order("k\(number)")) } }
        try await eventually("the orders wait") { till.count >= 6 }
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

    @Test func `refuses all who wait when another program has the database locked, and doesn't try each alone`()
        async throws
    {
        let database = SlowTrade(isBusy: true)
        let till = Till(database: database)
        let first = Task { try await till.settle(order("first")) }
        try await eventually("a batch is written") { !database.batches.isEmpty }
        let rest = (0..<Till.batchAtMost + 9).map { number in Task { try await till.settle(order("k\(number)")) } }
        try await eventually("the orders wait") { till.count >= rest.count }
        database.open()
        for task in [first] + rest { await #expect(throws: DatabaseBusy.self) { try await task.value } }
        #expect(database.batches.count == 1)
        database.isBusy = false
        #expect(try await till.settle(order("k0")).verdict == .sold(number: nil))
    }

    @Test func `turns away who would wait too long`() async throws {
        let database = SlowTrade()
        let till = Till(database: database)
        let first = Task { try await till.settle(order("first")) }
        try await eventually("a batch is written") { !database.batches.isEmpty }
        let crowd = (1..<Till.waitingAtMost).map { number in Task { try await till.settle(order("k\(number)")) } }
        try await eventually("the orders wait") { till.count >= Till.waitingAtMost - 1 }
        await #expect(throws: Till.QueueFull.self) { try await till.settle(order("late")) }
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
            terms: SaleTerms(item: "kite", card: [], currency: "coins", price: 0, end: Fixtures.start + .minutes(1)))
    }
}

/// A database whose first batch waits until it is opened.
private final class SlowTrade: TradeDatabase {
    struct Poisoned: Error {}

    private let state = Mutex((batches: [[String]](), isOpen: false, waiting: CheckedContinuation<Void, Never>?.none))
    private let poison: String?
    private let judgesEarly: Bool
    private let busy: Mutex<Bool>

    /// - Parameter judgesEarly: whether the next batch may begin while one waits.
    init(poison: String? = nil, isBusy: Bool = false, judgesEarly: Bool = false) {
        self.poison = poison
        self.judgesEarly = judgesEarly
        busy = Mutex(isBusy)
    }

    var isBusy: Bool {
        get { busy.withLock { $0 } }
        set { busy.withLock { $0 = newValue } }
    }

    var batches: [[String]] { state.withLock { $0.batches } }

    func open() {
        state.withLock { state in
            state.isOpen = true
            return state.waiting
        }?.resume()
    }

    func settle(
        _ orders: [PurchaseOrder], onJudged: @escaping @Sendable () -> Void
    ) async throws -> [PurchaseAnswer] {
        let isFirst = state.withLock { state in
            state.batches.append(orders.map(\.key))
            return state.batches.count == 1
        }
        if judgesEarly { onJudged() }
        if isFirst {
            await withCheckedContinuation { continuation in
                let isOpen = state.withLock { state in
                    if !state.isOpen { state.waiting = continuation }
                    return state.isOpen
                }
                if isOpen { continuation.resume() }
            }
        }
        if isBusy { throw DatabaseBusy(limit: .seconds(2)) }
        if orders.contains(where: { $0.key == poison }) { throw Poisoned() }
        var book = PurchaseBook { 0 }
        return orders.map { book.judge($0) }
    }

    func checkOrders() async throws {}

    func settled(_ id: OrderID) async throws -> SettledOrder? { nil }
}

/// A database whose first two batches wait until each is opened. The next may begin as soon as the first is judged, but
/// not before the second is done.
private final class HeldTrade: TradeDatabase {
    private let state = Mutex((batches: 0, open: Set<Int>(), waiting: [Int: CheckedContinuation<Void, Never>]()))

    var batches: Int { state.withLock { $0.batches } }

    func open(_ batch: Int) {
        state.withLock { state in
            state.open.insert(batch)
            return state.waiting.removeValue(forKey: batch)
        }?.resume()
    }

    func settle(
        _ orders: [PurchaseOrder], onJudged: @escaping @Sendable () -> Void
    ) async throws -> [PurchaseAnswer] {
        let batch = state.withLock { state in
            state.batches += 1
            return state.batches
        }
        if batch == 1 { onJudged() }
        if batch <= 2 {
            await withCheckedContinuation { continuation in
                let isOpen = state.withLock { state in
                    if !state.open.contains(batch) { state.waiting[batch] = continuation }
                    return state.open.contains(batch)
                }
                if isOpen { continuation.resume() }
            }
        }
        var book = PurchaseBook { 0 }
        return orders.map { book.judge($0) }
    }

    func checkOrders() async throws {}

    func settled(_ id: OrderID) async throws -> SettledOrder? { nil }
}
