import ShelfDatabase
import ShelfEngine
import ShelfModel
import ShelfTesting
import Synchronization
import Testing

@Suite struct `A watch on orders` {
    /// A database that fails as a test wants, and takes its time to settle orders.
    final class FailingTrade: TradeDatabase {
        let time: ManualTimeline
        let settlesIn = Mutex(TimeSpan.zero)
        let asking = Mutex<(any Error & Sendable)?>(nil)
        let settling = Mutex<(any Error & Sendable)?>(nil)
        let asked = Mutex(0)

        init(_ time: ManualTimeline) {
            self.time = time
        }

        func checkOrders() async throws {
            asked.withLock { $0 += 1 }
            if let error = asking.withLock({ $0 }) { throw error }
        }

        func settle(
            _ orders: [PurchaseOrder], onJudged: @escaping @Sendable () -> Void
        ) async throws -> [PurchaseAnswer] {
            time.now = time.now + settlesIn.withLock { $0 }
            if let error = settling.withLock({ $0 }) { throw error }
            return orders.map { _ in .newerContent }
        }

        func settled(_ id: OrderID) async throws -> SettledOrder? { nil }
    }

    let database: FailingTrade
    let time = ManualTimeline(at: Fixtures.start)
    let counters = EngineCounters()
    let errors = DatabaseErrors()
    let watch: OrderWatch

    init() {
        database = FailingTrade(time)
        watch = OrderWatch(database: database, errors: errors, timeline: time.timeline, counters: counters)
    }

    @Test func `finds nothing wrong with a database that answers, and asks it every two seconds at most`() async {
        for _ in 0..<10 {
            await watch.ask()
            time.now = time.now + .milliseconds(500)
        }
        #expect(watch.fault == nil)
        #expect(database.asked.withLock { $0 } == 3)
    }

    @Test func `says why a database that doesn't answer takes no orders, until it answers again`() async {
        let lost = DatabaseLost(mayBeCommitted: false, message: "Connection refused")
        database.asking.withLock { $0 = lost }
        await watch.ask()
        #expect(watch.fault == "\(lost)")
        database.asking.withLock { $0 = nil }
        time.now = time.now + .seconds(2)
        await watch.ask()
        #expect(watch.fault == nil)
    }

    @Test func `counts a full disk for a minute after the last order that failed, or until one is judged`() async throws
    {
        let full = StorageError("/data", .full)
        let till = Till(watch)
        database.settling.withLock { $0 = full }
        await #expect(throws: StorageError.self) { try await till.settle(order) }
        time.now = time.now + .seconds(59)
        await watch.ask()
        #expect(watch.fault == "\(full)")
        time.now = time.now + .seconds(1)
        #expect(watch.fault == nil)
        await #expect(throws: StorageError.self) { try await till.settle(order) }
        #expect(watch.fault != nil)
        database.settling.withLock { $0 = nil }
        _ = try await till.settle(order)
        #expect(watch.fault == nil)
    }

    @Test func `counts a disk for a minute that took no other write either, such as a new player`() async {
        errors.count(.full)
        await watch.ask()
        #expect(watch.fault?.contains("takes no writes") == true)
        time.now = time.now + .minutes(1)
        await watch.ask()
        #expect(watch.fault == nil)
    }

    /// Else a server without traffic would be left out for ever after a single lost connection.
    @Test func `leaves it to the next question whether a connection that an order lost is there again`() async {
        database.settling.withLock { $0 = DatabaseLost(mayBeCommitted: true, message: "gone") }
        await #expect(throws: DatabaseLost.self) { try await Till(watch).settle(order) }
        #expect(watch.fault == nil)
    }

    @Test func `counts batches and their orders, and how long each took, those that failed among them`() async throws {
        let till = Till(watch)
        database.settlesIn.withLock { $0 = .milliseconds(30) }
        _ = try await till.settle(order)
        database.settling.withLock { $0 = DatabaseBusy(limit: .seconds(2)) }
        database.settlesIn.withLock { $0 = .seconds(2) }
        await #expect(throws: DatabaseBusy.self) { try await till.settle(order) }
        #expect(counters[.batchedOrders] == 2)
        #expect(counters.batches.reading.counts == [0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0])
        #expect(counters.batches.reading.sumUs == 2_030_000)
    }

    private var order: PurchaseOrder {
        PurchaseOrder(
            player: 1, key: "k", listing: ListingName(store: "main", chain: [], slot: 1, position: 0, revision: 0),
            offered: 0, at: Fixtures.start,
            terms: SaleTerms(item: "kite", card: [], currency: "coins", price: 0, end: Fixtures.start + .minutes(1)))
    }
}
